package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Severity;
import java.util.Set;
import java.util.stream.Stream;

/// Code that holds a monitor calls something that blocks: network, file, sleep, park, another process.
///
/// ## Why
///
/// Up to JDK 23 a virtual thread that blocks while it holds a monitor cannot leave its carrier: it is pinned.
/// There are as many carriers as cores. When all of them are pinned, no virtual thread runs. If the pinned
/// threads wait for one that cannot run, the service hangs until it is killed. The JDK writes its pinned event
/// when the pin ends, so a recording does not show a hang.
///
/// The monitor need not be in your code. `ConcurrentHashMap.computeIfAbsent` holds that of a bin while it runs its
/// function, and so do the caches of Caffeine while they run a loader, or the function of `Cache.get(key, function)`.
/// Guava's hold that of an entry. The finding is where the value is asked for. Caffeine's `AsyncCache` loads on an
/// executor, and its callers wait for a future: it pins nobody. Nor does code that
/// looks up, loads and puts by itself.
///
/// ## Bad
///
/// ```java
/// import java.io.IOException;
/// import java.net.Socket;
///
/// public class Client {
///     private final Socket socket;
///
///     public Client(Socket socket) {
///         this.socket = socket;
///     }
///
///     public synchronized int ask(int question) throws IOException { // finding
///         socket.getOutputStream().write(question);
///         return socket.getInputStream().read();
///     }
///
///     public void pause() throws InterruptedException {
///         synchronized (socket) { // finding
///             Thread.sleep(100);
///         }
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.io.IOException;
/// import java.net.Socket;
/// import java.util.concurrent.locks.ReentrantLock;
///
/// public class Client {
///     private final ReentrantLock lock = new ReentrantLock();
///     private final Socket socket;
///     private int asked;
///
///     public Client(Socket socket) {
///         this.socket = socket;
///     }
///
///     public int ask(int question) throws IOException {
///         lock.lock();
///         try {
///             count();
///             socket.getOutputStream().write(question);
///             return socket.getInputStream().read();
///         } finally {
///             lock.unlock();
///         }
///     }
///
///     private synchronized void count() {
///         asked++;
///     }
/// }
/// ```
///
/// ## JDK
///
/// 21 to 23. From 24 on a virtual thread leaves its carrier while it holds a monitor.
///
/// ## Limits
///
/// A call with too many possible targets is not followed, and neither is reflection. Byte code does not say for
/// how long the monitor is held: `heddle watch` measures it.
///
/// Closing a socket in an orderly way is reported if it may be a TLS socket, which writes a last message
/// (`close_notify`) and waits until that is written. A socket that is dropped without a flush is not reported.
///
/// ## References
///
/// - RFC 8446, section 6.1, Closure Alerts: https://www.rfc-editor.org/rfc/rfc8446#section-6.1
/// - Caffeine issue 779, a loader that pins: https://github.com/ben-manes/caffeine/issues/779
/// - Guava issue 6845, a loader that pins: https://github.com/google/guava/issues/6845
/// - JEP 491, Synchronize Virtual Threads without Pinning: https://openjdk.org/jeps/491
/// - JEP 444, Virtual Threads, on pinning: https://openjdk.org/jeps/444
record BlockingUnderMonitor() implements Rule {

    /// Those of which other rules tell.
    private static final Set<BlockingKind> OTHERS = Set.of(BlockingKind.WAIT, BlockingKind.LOCK);

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return Hazards.underMonitor(this, analysis, kind -> kind.isWait() && !OTHERS.contains(kind), Severity.STALL);
    }
}
