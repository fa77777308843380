package io.heddle.canary.source;

import io.heddle.canary.stats.Intake;
import io.heddle.canary.stats.Side;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lines of a log as requests of either arm.
final class LineFeed implements Feed {

    private final String place;
    private final LineInput input;
    private final LineFormat format;
    private final Labels labels;
    private @Nullable Request head;
    private Side headSide = Side.BASELINE;
    private long lines;
    private long unreadable;
    private String firstUnreadable = "";
    private long nobodys;

    /// @param place as the user named it
    LineFeed(String place, LineInput input, LineFormat format, Labels labels) {
        this.place = place;
        this.input = input;
        this.format = format;
        this.labels = labels;
    }

    @Override
    public double next() {
        while (head == null) {
            Optional<String> line = input.line();
            if (line.isEmpty()) {
                return Double.POSITIVE_INFINITY;
            }
            read(line.get(), false);
        }
        return head.seconds();
    }

    private void read(String line, boolean half) {
        if (line.isBlank()) {
            return;
        }
        lines++;
        try {
            Request request = format.read(line);
            Optional<Side> side = labels.side(request);
            if (side.isPresent()) {
                head = request;
                headSide = side.get();
            } else {
                nobodys++;
            }
        } catch (LineFormat.Unreadable e) {
            if (unreadable++ == 0) {
                firstUnreadable = "line " + lines + ": " + (half ? "it ends half-way" : e.getMessage());
            }
        }
    }

    @Override
    public void deliver(Intake intake) {
        Request request = head;
        if (request != null) {
            head = null;
            intake.take(headSide, request.seconds(), request.millis(), request.outcome());
        }
    }

    @Override
    public boolean awaited() {
        return input.awaited();
    }

    @Override
    public void finish() {
        if (head == null) {
            input.rest().ifPresent(line -> read(line, true));
        }
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (unreadable > 0) {
            notes.add(place + ": " + unreadable + " of " + lines + " lines could not be read; the first is "
                    + firstUnreadable);
        }
        if (nobodys > 0) {
            notes.add(place + ": " + nobodys + " of " + lines + " lines are of neither arm");
        }
        notes.addAll(input.notes());
        return notes;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(lines);
        out.writeLong(unreadable);
        out.writeUTF(firstUnreadable);
        out.writeLong(nobodys);
        input.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        lines = in.readLong();
        unreadable = in.readLong();
        firstUnreadable = in.readUTF();
        nobodys = in.readLong();
        input.restore(in);
    }

    @Override
    public void close() {
        input.close();
    }
}
