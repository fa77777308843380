package io.heddle.watch.live;

import io.heddle.model.Holder;
import io.heddle.model.WatchNow;
import io.heddle.watch.Diagnosis;
import io.heddle.watch.WatchEvents;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.RecordingWindow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a screen shows while a watch goes on. Only a screen asks for it: looking at carriers ten times a second has
/// its price.
final class LiveView implements AutoCloseable {

    private static final long BETWEEN_LOOKS = 100_000_000;
    private static final long RECENT = 5_000_000_000L;

    private final Attached target;
    private final WatchEvents events;
    private final Carriers carriers;
    private final ClassPath classes;
    private long looked;

    private LiveView(Attached target, WatchEvents events) throws IOException {
        this.target = target;
        this.events = events;
        this.carriers = new Carriers(target);
        this.classes =
                ClassPath.of(target.property("java.class.path"), Path.of(target.property("user.dir")), target.home());
    }

    /// Empty when nobody wants to see it, or the target does not answer.
    static Optional<LiveView> start(Attached target, WatchEvents events) {
        try {
            return events.hasScreen() ? Optional.of(new LiveView(target, events)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Looks at the carriers, unless it has just done so.
    void look() {
        if (System.nanoTime() - looked >= BETWEEN_LOOKS) {
            looked = System.nanoTime();
            try {
                carriers.look();
            } catch (RuntimeException e) {
                // the target has gone, which is told elsewhere
            }
        }
    }

    /// Shows the last second.
    ///
    /// @param queued virtual threads that wait for a carrier; negative where the JDK does not tell
    void show(long second, Optional<WatchNow.Late> probe, long queued, Optional<Recorder> recorder) {
        List<Holder> holders = recorder.map(recording -> {
                    RecordingWindow recent =
                            recording.peek(new Blame(classes), System.currentTimeMillis() * 1_000_000 - RECENT);
                    return Diagnosis.holders(recent, classes);
                })
                .orElse(List.of());
        events.now(new WatchNow(
                "process " + target.pid() + ", JDK " + target.property("java.version"),
                second,
                carriers(),
                probe,
                queued,
                holders));
    }

    private List<WatchNow.Carrier> carriers() {
        try {
            return carriers.take();
        } catch (RuntimeException e) {
            return List.of();
        }
    }

    @Override
    public void close() {
        classes.close();
    }
}
