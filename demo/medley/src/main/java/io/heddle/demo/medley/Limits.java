package io.heddle.demo.medley;

import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/// Limits of the service's own making.
final class Limits {

    private final ReentrantLock lock = new ReentrantLock();
    private final Semaphore bulkhead = new Semaphore(8);
    private final Semaphore few = new Semaphore(5);

    void locked() throws InterruptedException {
        lock.lock();
        try {
            Thread.sleep(10);
        } finally {
            lock.unlock();
        }
    }

    void permitted() throws InterruptedException {
        bulkhead.acquire();
        try {
            Thread.sleep(25);
        } finally {
            bulkhead.release();
        }
    }

    /// Answers 503 where too many are at work.
    void few(HttpServletResponse response) throws InterruptedException {
        if (!few.tryAcquire()) {
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        try {
            Thread.sleep(20);
        } finally {
            few.release();
        }
    }
}
