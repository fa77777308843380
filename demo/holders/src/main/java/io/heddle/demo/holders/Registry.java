package io.heddle.demo.holders;

import java.util.ArrayList;
import java.util.List;

/// One monitor for all, or one for each. From JDK 24 on nobody is pinned, and no event tells that all wait.
final class Registry {

    private static final int THREADS = 20;

    private int updates;

    static List<Job> jobs(boolean healthy) {
        Registry shared = new Registry();
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            jobs.add(healthy ? new Registry()::update : shared::update);
        }
        return jobs;
    }

    void update() throws InterruptedException {
        synchronized (this) {
            updates++;
            Thread.sleep(20);
        }
        Thread.sleep(1);
    }
}
