package io.heddle.canary.source;

import io.heddle.canary.stats.Intake;
import io.heddle.canary.stats.Side;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lines of a log as requests of either arm.
final class LineFeed implements Feed {

    private final String place;
    private final LineInput input;
    private final LineFormat format;
    private final Labels labels;
    /// Requests of a line that was read, and whose they are.
    private final Deque<Arrived> arrived = new ArrayDeque<>();

    private final Map<Side, long[]> counted = new EnumMap<>(Side.class);
    private long lines;
    private long unreadable;
    private String firstUnreadable = "";
    private long nobodys;

    /// A request, and which arm's it is.
    private record Arrived(Side side, Request request) {}

    /// @param place as the user named it
    LineFeed(String place, LineInput input, LineFormat format, Labels labels) {
        this.place = place;
        this.input = input;
        this.format = format;
        this.labels = labels;
    }

    @Override
    public double next() {
        while (arrived.isEmpty()) {
            Optional<String> line = input.line();
            if (line.isEmpty()) {
                return Double.POSITIVE_INFINITY;
            }
            read(line.get(), false);
        }
        return arrived.element().request().seconds();
    }

    private void read(String line, boolean half) {
        if (line.isBlank()) {
            return;
        }
        lines++;
        try {
            for (Request request : format.attempts(line)) {
                labels.side(request.label())
                        .ifPresentOrElse(side -> arrived.add(new Arrived(side, request)), () -> nobodys++);
            }
            arrived.forEach(each -> counts(each.side())[0]++);
        } catch (LineFormat.Unreadable e) {
            labels.side(e.label()).ifPresent(side -> counts(side)[1]++);
            if (unreadable++ == 0) {
                firstUnreadable = "line " + lines + ": " + (half ? "it ends half-way" : e.getMessage());
            }
        }
    }

    @Override
    public void deliver(Intake intake) {
        Arrived first = arrived.poll();
        if (first != null) {
            Request request = first.request();
            intake.take(first.side(), request.seconds(), request.millis(), request.outcome());
        }
    }

    @Override
    public boolean awaited() {
        return input.awaited();
    }

    @Override
    public void finish() {
        if (arrived.isEmpty()) {
            input.rest().ifPresent(line -> read(line, true));
        }
    }

    @Override
    public Unknown unknown(Side side) {
        long[] counts = counts(side);
        return new Unknown(counts[0], counts[1], counts[1] == 0 ? "" : place + ": " + firstUnreadable);
    }

    private long[] counts(Side side) {
        return counted.computeIfAbsent(side, _ -> new long[2]);
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>(format.notes());
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
        for (Side side : Side.values()) {
            out.writeLong(counts(side)[0]);
            out.writeLong(counts(side)[1]);
        }
        input.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        lines = in.readLong();
        unreadable = in.readLong();
        firstUnreadable = in.readUTF();
        nobodys = in.readLong();
        for (Side side : Side.values()) {
            counts(side)[0] = in.readLong();
            counts(side)[1] = in.readLong();
        }
        input.restore(in);
    }

    @Override
    public void close() {
        input.close();
    }
}
