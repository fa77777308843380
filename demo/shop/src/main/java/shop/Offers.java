package shop;

import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Hazard that fix refuses: starts a thread for each seller, and nobody knows how many calls a seller takes. */
final class Offers {

    private Offers() {}

    static List<String> from(List<String> sellers) throws Exception {
        List<String> offers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> asked = new ArrayList<>();
            for (String seller : sellers) {
                asked.add(threads.submit(() -> ask(seller)));
            }
            for (Future<String> one : asked) {
                offers.add(one.get());
            }
        }
        return offers;
    }

    private static String ask(String seller) throws Exception {
        try (InputStream in = URI.create(seller).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
