package io.heddle.agent.program;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// Six threads that share a pool of two and hold what it lends for 50 ms, ten times each.
interface Lending {

    int THREADS = 6;
    int TIMES = 10;

    /// Borrows, waits 50 ms, and gives back.
    ///
    /// @return nanoseconds for which the thing was held
    long hold() throws Exception;

    /// Runs the threads, prints the middle of the times by the program's own clock, then waits.
    static void run(Lending lending) throws InterruptedException, IOException {
        List<Long> held = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            new Thread(() -> {
                        try {
                            for (int times = 0; times < TIMES; times++) {
                                held.add(lending.hold());
                            }
                            done.countDown();
                        } catch (Exception e) {
                            e.printStackTrace();
                        }
                    })
                    .start();
        }
        done.await();
        Collections.sort(held);
        System.out.println("held " + held.size() + " times, middle " + held.get(held.size() / 2) + " ns");
        Program.untilInputEnds();
    }
}
