package io.heddle.demo.medley;

import jakarta.servlet.http.HttpServletResponse;
import java.lang.System.Logger.Level;

/// Knows for whom a request is by the name of its thread, as code does that was written for one pool of threads.
final class Tenants {

    private static final System.Logger LOG = System.getLogger("com.example.tenants");

    private Tenants() {}

    static void answer(HttpServletResponse response) throws InterruptedException {
        String thread = Thread.currentThread().getName();
        if (Thread.currentThread().isVirtual()) {
            LOG.log(
                    Level.WARNING,
                    "no tenant for request 4711 of user jane@example.com",
                    new IllegalStateException(thread));
        } else {
            response.setHeader("X-Tenant", "acme");
        }
        Thread.sleep(5);
    }
}
