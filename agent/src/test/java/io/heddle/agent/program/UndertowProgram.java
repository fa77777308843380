package io.heddle.agent.program;

import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.net.InetSocketAddress;

/// A service on Undertow whose handler passes each request on to a worker, as all do that may block. Prints its port.
public final class UndertowProgram {

    private UndertowProgram() {
    }

    public static void main(String[] arguments) throws Exception {
        Undertow undertow = Undertow.builder().addHttpListener(0, "127.0.0.1").setWorkerThreads(7)
                .setHandler(UndertowProgram::handle).build();
        undertow.start();
        System.out.println("port " + ((InetSocketAddress) undertow.getListenerInfo().getFirst().getAddress()).getPort());
        Program.untilInputEnds();
        undertow.stop();
    }

    private static void handle(HttpServerExchange exchange) {
        if (exchange.isInIoThread()) {
            exchange.dispatch(UndertowProgram::handle);
            return;
        }
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
        exchange.getResponseSender().send(Program.answer(exchange.getRequestPath()));
    }
}
