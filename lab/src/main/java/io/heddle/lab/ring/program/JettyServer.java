import java.util.concurrent.Executors;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// Jetty as Ring's adapter sets it up, with a handler that sleeps: JettyServer platform|virtual THREADS BACKLOG
/// MILLIS.
public class JettyServer {

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[1]);
        // All of them from the start: a loaded machine takes long to start hundreds.
        QueuedThreadPool pool = new QueuedThreadPool(threads, threads);
        if (args[0].equals("virtual")) {
            pool.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        }
        long millis = Long.parseLong(args[3]);
        Server server = new Server(pool);
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        connector.setAcceptQueueSize(Integer.parseInt(args[2]));
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                Thread.sleep(millis);
                Content.Sink.write(
                        response, true, Thread.currentThread().isVirtual() ? "virtual" : "platform", callback);
                return true;
            }
        });
        server.start();
        System.out.println("port=" + connector.getLocalPort());
    }
}
