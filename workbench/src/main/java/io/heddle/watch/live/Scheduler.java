package io.heddle.watch.live;

import java.io.IOException;
import javax.management.JMException;
import javax.management.ObjectName;

/// The target's scheduler of virtual threads, as far as its JDK tells.
final class Scheduler {

    private final Attached target;

    Scheduler(Attached target) {
        this.target = target;
    }

    /// Virtual threads that wait for a carrier; -1 before JDK 24.
    long queued() {
        return number("jdk.management:type=VirtualThreadScheduler", "QueuedVirtualThreadCount", -1);
    }

    /// Processors that the target may use, at least 1.
    int processors() {
        return (int) number("java.lang:type=OperatingSystem", "AvailableProcessors", 1);
    }

    private long number(String bean, String attribute, long otherwise) {
        try {
            return target.beans().getAttribute(new ObjectName(bean), attribute) instanceof Number number ? number.longValue() : otherwise;
        } catch (JMException | IOException e) {
            return otherwise;
        }
    }
}
