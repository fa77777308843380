package com.example;

import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingStream;
import lib.Pins;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests that use the flight recorder themselves.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RecordingsTest {

    static class First {
        static final Object WAITED = Pins.sleep();
    }

    static class Second {
        static final Object WAITED = Pins.sleep();
    }

    static class Third {
        static final Object WAITED = Pins.sleep();
    }

    static class Fourth {
        static final Object WAITED = Pins.sleep();
    }

    @Test
    @Order(1)
    void pinsWhileAStreamIsOpen() throws InterruptedException {
        try (RecordingStream stream = new RecordingStream()) {
            stream.enable("jdk.CPULoad");
            stream.startAsync();
            Pins.onVirtualThread(() -> Pins.pin(First.class, 0));
        }
    }

    @Test
    @Order(2)
    void pinsBeforeARecordingOfItsOwn() throws InterruptedException {
        Pins.onVirtualThread(() -> Pins.pin(Second.class, 0));
        try (Recording recording = new Recording()) {
            recording.start();
            recording.stop();
        }
    }

    @Test
    @Order(3)
    void endsAllRecordingsAfterItPinned() throws InterruptedException {
        Pins.onVirtualThread(() -> Pins.pin(Third.class, 0));
        FlightRecorder.getFlightRecorder().getRecordings().forEach(Recording::close);
    }

    @Test
    @Order(4)
    void pinsAfterAllRecordingsWereEnded() throws InterruptedException {
        Pins.onVirtualThread(() -> Pins.pin(Fourth.class, 0));
    }
}
