import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.ConnectionProvider;

/// The same with Reactor Netty on both sides: ReactiveRelay URL.
public class ReactiveRelay {

    public static void main(String[] args) {
        ConnectionProvider pool = ConnectionProvider.builder("downstream")
                .maxConnections(10_000)
                .pendingAcquireMaxCount(-1)
                .build();
        HttpClient client = HttpClient.create(pool);
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle((request, response) -> response.send(
                        client.get().uri(args[0]).responseContent().aggregate().retain()))
                .bindNow();
        System.out.println("port=" + server.port());
        server.onDispose().block();
    }
}
