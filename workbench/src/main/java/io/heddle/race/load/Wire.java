package io.heddle.race.load;

import io.heddle.model.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The request as bytes, and sockets that it can be sent on.
final class Wire {

    private static final int LONGEST_LINE = 16 * 1024;
    private static final int LONGEST_HEAD = 256 * 1024;
    private static final int LONGEST_CHUNK = 64 * 1024;

    private final Transport transport;
    private final InetSocketAddress address;
    private final int connectMillis;
    private final ByteBuf bytes;

    /// @throws Failure if the address is not a loopback address, or a header cannot be sent
    Wire(Transport transport, Request request, Duration timeout) {
        this.transport = transport;
        this.address = Loopback.require(request.uri());
        this.connectMillis = (int) Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE);
        byte[] encoded = encode(request).getBytes(StandardCharsets.ISO_8859_1);
        // Not from an allocator, whose leak detector would miss a release that never comes: the collector frees it.
        this.bytes = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(encoded.length).put(encoded).flip())).asReadOnly();
    }

    /// Where requests go.
    InetSocketAddress address() {
        return address;
    }

    /// The request, to be written once.
    ByteBuf bytes() {
        return bytes.duplicate();
    }

    /// A socket that is neither registered nor connected, whose answers `handler` gets.
    Channel channel(ChannelHandler handler) {
        Channel channel = transport.channels().get();
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis);
        channel.pipeline().addLast(new HttpResponseDecoder(new HttpDecoderConfig().setMaxInitialLineLength(LONGEST_LINE)
                .setMaxHeaderSize(LONGEST_HEAD).setMaxChunkSize(LONGEST_CHUNK)), handler);
        return channel;
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
        headers.addAll(request.headers());
        StringBuilder head = new StringBuilder("GET ").append(path).append(query).append(" HTTP/1.1\r\n");
        for (Header header : headers) {
            if (header.name().isBlank() || (header.name() + header.value()).chars().anyMatch(c -> c < ' ' && c != '\t')) {
                throw new Failure("the header '" + header.name().strip() + "' has no name or holds a line break", "give it as 'Name: value'");
            }
            head.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        return head.append("\r\n").toString();
    }
}
