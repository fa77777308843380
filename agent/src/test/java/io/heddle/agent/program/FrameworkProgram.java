package io.heddle.agent.program;

import clojure.java.api.Clojure;
import clojure.lang.IFn;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.helidon.webserver.WebServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.CoroutineDispatcher;
import kotlinx.coroutines.Dispatchers;
import org.apache.pekko.actor.ActorSystem;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServer;

/// Uses one framework as its users do and says on which threads its work ran. Servers print their port and answer; all
/// wait until their input ends.
public final class FrameworkProgram {

    private FrameworkProgram() {}

    /// @param arguments which framework
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "grpc" -> grpc();
            case "helidon" -> helidon();
            case "clojure" -> clojure();
            case "kotlin" -> kotlin();
            case "pekko" -> pekko();
            case "akka" -> akka();
            case "reactor-netty" -> reactorNetty();
            case "vertx" -> vertx();
            case "netty" -> System.out.println("port " + NettyServer.start());
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        Program.untilInputEnds();
        System.exit(0);
    }

    private static void grpc() throws Exception {
        MethodDescriptor<String, String> method = MethodDescriptor.<String, String>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName("heddle.Test/thread")
                .setRequestMarshaller(new Text())
                .setResponseMarshaller(new Text())
                .build();
        io.grpc.Server server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(ServerServiceDefinition.builder("heddle.Test")
                        .addMethod(method, ServerCalls.asyncUnaryCall((request, answer) -> {
                            answer.onNext(Program.answer(request));
                            answer.onCompleted();
                        }))
                        .build())
                .build()
                .start();
        io.grpc.ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
                .usePlaintext()
                .build();
        for (int i = 0; i < 20; i++) {
            System.out.print(ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, "/"));
        }
        channel.shutdownNow();
        System.out.println("done");
    }

    private static void helidon() {
        WebServer server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .routing(routing -> routing.get("/", (request, response) -> response.send(Program.answer("/"))))
                .build()
                .start();
        System.out.println("port " + server.port());
    }

    private static void clojure() {
        IFn load = Clojure.var("clojure.core", "load-string");
        load.invoke("""
                (let [thread (fn [] (str (if (.isVirtual (Thread/currentThread)) "virtual " "platform ") (.getName (Thread/currentThread))))
                      one (agent nil) other (agent nil)]
                  (println "future" @(future (thread)))
                  (send-off one (fn [_] (thread)))
                  (send other (fn [_] (thread)))
                  (await one other)
                  (println "send-off" @one)
                  (println "send" @other)
                  (flush))""");
        System.out.println("done");
    }

    private static void kotlin() throws Exception {
        CoroutineDispatcher io = Dispatchers.getIO();
        Set<String> kinds = new ConcurrentSkipListSet<>();
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(200);
        for (int i = 0; i < 200; i++) {
            io.dispatch(EmptyCoroutineContext.INSTANCE, () -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                kinds.add(Program.answer("/sleep/200").replaceAll("[0-9]+\\s*$", ""));
                now.decrementAndGet();
                done.countDown();
            });
        }
        done.await();
        System.out.println(kinds + " at most " + most + "\ndone");
    }

    private static void pekko() throws Exception {
        ActorSystem system = ActorSystem.create("heddle");
        dispatch(system.dispatchers().lookup("pekko.actor.default-blocking-io-dispatcher"));
        system.terminate();
    }

    private static void akka() throws Exception {
        akka.actor.ActorSystem system = akka.actor.ActorSystem.create("heddle");
        dispatch(system.dispatchers().lookup("akka.actor.default-blocking-io-dispatcher"));
        system.terminate();
    }

    private static void dispatch(Executor blocking) throws Exception {
        CountDownLatch done = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            blocking.execute(() -> {
                System.out.print(Program.answer("/sleep/5"));
                done.countDown();
            });
        }
        done.await();
        System.out.println("done");
    }

    private static void reactorNetty() {
        System.out.println("port "
                + HttpServer.create()
                        .host("127.0.0.1")
                        .port(0)
                        .handle((request, response) ->
                                response.sendString(Mono.fromSupplier(() -> Program.answer("/"))))
                        .bindNow(Duration.ofSeconds(20))
                        .port());
    }

    private static void vertx() throws Exception {
        io.vertx.core.http.HttpServer server = io.vertx.core.Vertx.vertx()
                .createHttpServer()
                .requestHandler(request -> request.response().end(Program.answer("/")));
        System.out.println("port "
                + server.listen(0, "127.0.0.1")
                        .toCompletionStage()
                        .toCompletableFuture()
                        .get()
                        .actualPort());
    }

    private static final class Text implements MethodDescriptor.Marshaller<String> {

        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
