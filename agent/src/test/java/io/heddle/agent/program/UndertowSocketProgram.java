package io.heddle.agent.program;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.websockets.WebSocketProtocolHandshakeHandler;
import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.BufferedTextMessage;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import java.net.InetSocketAddress;

/// Undertow with a WebSocket that says back what it hears, opened by a worker. Prints its port.
public final class UndertowSocketProgram {

    private static final WebSocketProtocolHandshakeHandler SOCKET = Handlers.websocket((exchange, channel) -> {
        channel.getReceiveSetter().set(new Echo());
        channel.resumeReceives();
    });

    private UndertowSocketProgram() {}

    public static void main(String[] arguments) throws Exception {
        Undertow undertow = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                .setHandler(UndertowSocketProgram::handle)
                .build();
        undertow.start();
        System.out.println("port "
                + ((InetSocketAddress) undertow.getListenerInfo().getFirst().getAddress()).getPort());
        Program.untilInputEnds();
        undertow.stop();
    }

    private static void handle(HttpServerExchange exchange) throws Exception {
        if (exchange.isInIoThread()) {
            exchange.dispatch(UndertowSocketProgram::handle);
            return;
        }
        SOCKET.handleRequest(exchange);
    }

    private static final class Echo extends AbstractReceiveListener {

        @Override
        protected void onFullTextMessage(WebSocketChannel channel, BufferedTextMessage message) {
            WebSockets.sendText("heard " + message.getData(), channel, null);
        }
    }
}
