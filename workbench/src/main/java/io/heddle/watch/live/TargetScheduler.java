package io.heddle.watch.live;

import io.heddle.model.SchedulerNow;
import java.io.IOException;
import java.util.Optional;
import javax.management.JMException;
import javax.management.ObjectName;

/// The target's scheduler of virtual threads, as far as its JDK tells.
final class TargetScheduler {

    private static final String BEAN = "jdk.management:type=VirtualThreadScheduler";

    private final Attached target;

    TargetScheduler(Attached target) {
        this.target = target;
    }

    /// Virtual threads that wait for a carrier; -1 before JDK 24.
    long queued() {
        return number(BEAN, "QueuedVirtualThreadCount", -1);
    }

    /// What it does at this moment; empty before JDK 24.
    Optional<SchedulerNow> now() {
        SchedulerNow now = new SchedulerNow(
                number(BEAN, "Parallelism", -1),
                number(BEAN, "PoolSize", -1),
                number(BEAN, "MountedVirtualThreadCount", -1),
                queued());
        return now.queued() < 0 ? Optional.empty() : Optional.of(now);
    }

    /// Processors that the target may use; 0 when it does not tell.
    int processors() {
        return (int) number("java.lang:type=OperatingSystem", "AvailableProcessors", 0);
    }

    private long number(String bean, String attribute, long otherwise) {
        try {
            return target.beans().getAttribute(new ObjectName(bean), attribute) instanceof Number number
                    ? number.longValue()
                    : otherwise;
        } catch (JMException | IOException e) {
            return otherwise;
        }
    }
}
