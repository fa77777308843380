package io.heddle.agent.program;

import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.SameThreadExecutor;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/// A service on Undertow whose handler passes each request on to a worker, as all do that may block. Prints its port.
public final class UndertowProgram {

    private static final AttachmentKey<Boolean> DISPATCHED_AGAIN = AttachmentKey.create(Boolean.class);

    private UndertowProgram() {}

    public static void main(String[] arguments) throws Exception {
        Undertow undertow = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                .setWorkerThreads(7)
                .setHandler(UndertowProgram::handle)
                .build();
        undertow.start();
        System.out.println("port "
                + ((InetSocketAddress) undertow.getListenerInfo().getFirst().getAddress()).getPort());
        Program.untilInputEnds();
        undertow.stop();
    }

    private static void handle(HttpServerExchange exchange) throws IOException {
        if (exchange.isInIoThread()) {
            exchange.dispatch(UndertowProgram::handle);
            return;
        }
        exchange.startBlocking();
        UndertowCall call = new UndertowCall(
                exchange, new PrintWriter(exchange.getOutputStream(), false, StandardCharsets.ISO_8859_1));
        Program.serve(call);
        if (!exchange.isDispatched()) {
            call.out().close();
        }
    }

    private record UndertowCall(HttpServerExchange exchange, PrintWriter out) implements Call {

        @Override
        public String path() {
            return exchange.getRequestPath();
        }

        @Override
        public Reader in() {
            return new InputStreamReader(exchange.getInputStream(), StandardCharsets.ISO_8859_1);
        }

        @Override
        public void begin(int status, String header, String value, int length) {
            exchange.setStatusCode(status);
            exchange.getResponseHeaders()
                    .put(Headers.CONTENT_TYPE, "text/plain")
                    .put(new HttpString(header), value);
            if (length >= 0) {
                exchange.setResponseContentLength(length);
            }
        }

        /// The same thread handles it once more when this handler has returned.
        @Override
        public boolean again() {
            if (exchange.putAttachment(DISPATCHED_AGAIN, true) != null) {
                return false;
            }
            exchange.dispatch(SameThreadExecutor.INSTANCE, UndertowProgram::handle);
            return true;
        }

        /// An exchange ends where its handler does.
        @Override
        public void later(Runnable rest) {
            rest.run();
        }
    }
}
