package io.heddle.agent.probe;

/// The probe as its watcher sees it.
public interface ProbeControlMBean {

    /// Name of the bean, to be followed by the watcher's own.
    String NAME = "io.heddle:type=Probe,watcher=";

    /// What was answered since the last call: three numbers each, when it was sent (milliseconds since the epoch),
    /// the delay and the control's lateness (nanoseconds). The oldest are dropped when nobody calls for minutes.
    long[] drain();

    /// How long the last wake-up has been waiting, nanoseconds; 0 when it was answered.
    long getOutstanding();

    /// Between two wake-ups, nanoseconds.
    long getPeriod();

    /// Ends the probe and takes the bean away.
    void stop();
}
