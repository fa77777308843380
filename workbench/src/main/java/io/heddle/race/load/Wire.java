package io.heddle.race.load;

import io.heddle.model.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;

/// The requests as bytes, and sockets that they can be sent on.
final class Wire {

    /// Headers that say where a body ends.
    private static final List<String> FRAMING = List.of("Content-Length", "Transfer-Encoding");

    /// Methods of which servers expect a body, be it empty (RFC 9110, 8.6).
    private static final Set<String> BODIED = Set.of("POST", "PUT", "PATCH");

    private static final int LONGEST_LINE = 16 * 1024;
    private static final int LONGEST_HEAD = 256 * 1024;
    private static final int LONGEST_CHUNK = 64 * 1024;

    private final Transport transport;
    private final InetSocketAddress address;
    private final int connectMillis;
    private final List<Message> messages;

    /// One request of the mix.
    ///
    /// @param noBody whether its answer has no body whatever its headers say: HEAD
    private record Message(ByteBuf bytes, boolean noBody) {
    }

    /// @throws Failure if a header cannot be sent
    Wire(Transport transport, Endpoint endpoint, Mix mix, Duration timeout) {
        this.transport = transport;
        this.address = endpoint.address();
        this.connectMillis = (int) Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE);
        this.messages = mix.parts().stream().map(part -> new Message(bytes(part.request()), part.request().method().equals("HEAD"))).toList();
    }

    /// Where requests go.
    InetSocketAddress address() {
        return address;
    }

    /// A request, to be written once.
    ///
    /// @param request its number in the mix
    ByteBuf bytes(int request) {
        return messages.get(request).bytes().duplicate();
    }

    /// A socket that is neither registered nor connected, whose answers `handler` gets.
    ///
    /// @param request tells the number of the request in flight, while an answer is read
    Channel channel(ChannelHandler handler, IntSupplier request) {
        Channel channel = transport.channels().get();
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis);
        channel.pipeline().addLast(new HttpResponseDecoder(new HttpDecoderConfig().setMaxInitialLineLength(LONGEST_LINE)
                .setMaxHeaderSize(LONGEST_HEAD).setMaxChunkSize(LONGEST_CHUNK)) {
            @Override
            protected boolean isContentAlwaysEmpty(HttpMessage answer) {
                return messages.get(request.getAsInt()).noBody() || super.isContentAlwaysEmpty(answer);
            }
        }, handler);
        return channel;
    }

    private static ByteBuf bytes(Request request) {
        byte[] head = encode(request).getBytes(StandardCharsets.ISO_8859_1);
        byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
        ByteBuffer both = ByteBuffer.allocateDirect(head.length + body.length).put(head).put(body).flip();
        // Not from an allocator, whose leak detector would miss a release that never comes: the collector frees it.
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(both)).asReadOnly();
    }

    /// The head of the request as sent.
    ///
    /// @throws Failure if a header has a line break or no name
    static String encode(Request request) {
        URI uri = URI.create(request.uri().toASCIIString());
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        String host = uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
        List<Header> headers = new ArrayList<>();
        for (Header usual : List.of(new Header("Host", host), new Header("User-Agent", "heddle"), new Header("Accept", "*/*"))) {
            if (request.headers().stream().noneMatch(given -> given.name().equalsIgnoreCase(usual.name()))) {
                headers.add(usual);
            }
        }
        request.headers().stream().filter(given -> FRAMING.stream().noneMatch(given.name()::equalsIgnoreCase)).forEach(headers::add);
        int length = request.body().getBytes(StandardCharsets.UTF_8).length;
        if (length > 0 || BODIED.contains(request.method())) {
            headers.add(new Header("Content-Length", String.valueOf(length)));
        }
        StringBuilder head = new StringBuilder(request.method()).append(' ').append(path).append(query).append(" HTTP/1.1\r\n");
        for (Header header : headers) {
            if (header.name().isBlank() || (header.name() + header.value()).chars().anyMatch(c -> c < ' ' && c != '\t')) {
                throw new Failure("the header '" + header.name().strip() + "' has no name or holds a line break", "give it as 'Name: value'");
            }
            head.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        return head.append("\r\n").toString();
    }
}
