package io.heddle.race.load;

import io.heddle.model.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.HttpConversionUtil;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;

/// The requests as bytes, and sockets that they can be sent on.
final class RequestCodec {

    /// Headers that say where a body ends.
    private static final List<String> FRAMING = List.of("Content-Length", "Transfer-Encoding");

    /// Methods of which servers expect a body, be it empty (RFC 9110, 8.6).
    private static final Set<String> BODIED = Set.of("POST", "PUT", "PATCH");

    private static final AttributeKey<Promise<Void>> READY = AttributeKey.valueOf(RequestCodec.class, "ready");
    private static final int LONGEST_LINE = 16 * 1024;
    private static final int LONGEST_HEAD = 256 * 1024;
    private static final int LONGEST_CHUNK = 64 * 1024;

    private final Transport transport;
    private final InetSocketAddress address;
    private final int connectMillis;
    private final List<Message> messages;
    private final Optional<Tls> tls;

    /// One request of the mix.
    ///
    /// @param noBody whether its answer has no body whatever its headers say: HEAD
    /// @param headers of it for HTTP/2
    private record Message(ByteBuf bytes, boolean noBody, Request request, HttpHeaders headers) {

        /// HTTP/2 frames it anew each time: it has no other shape than that.
        FullHttpRequest framed() {
            ByteBuf body = Unpooled.wrappedBuffer(request.body().getBytes(StandardCharsets.UTF_8));
            return new DefaultFullHttpRequest(
                    HttpVersion.HTTP_1_1,
                    HttpMethod.valueOf(request.method()),
                    target(request),
                    body,
                    headers,
                    EmptyHttpHeaders.INSTANCE);
        }
    }

    /// @throws Failure if a header cannot be sent
    RequestCodec(Transport transport, Endpoint endpoint, RequestMix mix, Duration timeout) {
        this.transport = transport;
        this.address = endpoint.address();
        this.connectMillis = (int) Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE);
        this.tls = endpoint.tls() ? Optional.of(Tls.of(endpoint)) : Optional.empty();
        this.messages = mix.parts().stream()
                .map(part -> new Message(
                        bytes(part.request()),
                        part.request().method().equals("HEAD"),
                        part.request(),
                        framedHeaders(part.request())))
                .toList();
    }

    /// Where requests go.
    InetSocketAddress address() {
        return address;
    }

    /// A request, to be written once.
    ///
    /// @param request its number in the mix
    /// @param on tells the protocol
    Object message(int request, Channel on) {
        Message message = messages.get(request);
        return tls.isPresent() && Tls.http2(on)
                ? message.framed()
                : message.bytes().duplicate();
    }

    /// Connects a channel that is registered.
    ///
    /// @return completed on its event loop when requests may be written
    Future<Void> connect(Channel channel) {
        ChannelFuture connected = channel.connect(address);
        if (tls.isEmpty()) {
            return connected;
        }
        Promise<Void> ready = channel.attr(READY).get();
        connected.addListener(future -> {
            if (!future.isSuccess()) {
                ready.tryFailure(future.cause());
            }
        });
        return ready;
    }

    /// A socket that is neither registered nor connected, whose answers `handler` gets.
    ///
    /// @param request tells the number of the request in flight, while an answer is read
    /// @param loop that it will be registered with
    Channel channel(ChannelHandler handler, IntSupplier request, EventLoop loop) {
        Channel channel = transport.channels().get();
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis);
        if (tls.isPresent()) {
            Promise<Void> ready = new DefaultPromise<>(loop);
            channel.attr(READY).set(ready);
            tls.orElseThrow().add(channel, handler, () -> decoder(request), ready);
        } else {
            channel.pipeline().addLast(decoder(request), handler);
        }
        return channel;
    }

    private ChannelHandler decoder(IntSupplier request) {
        return new HttpResponseDecoder(new HttpDecoderConfig()
                .setMaxInitialLineLength(LONGEST_LINE)
                .setMaxHeaderSize(LONGEST_HEAD)
                .setMaxChunkSize(LONGEST_CHUNK)) {
            @Override
            protected boolean isContentAlwaysEmpty(HttpMessage answer) {
                return messages.get(request.getAsInt()).noBody() || super.isContentAlwaysEmpty(answer);
            }
        };
    }

    private static ByteBuf bytes(Request request) {
        byte[] head = encode(request).getBytes(StandardCharsets.ISO_8859_1);
        byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
        ByteBuffer both = ByteBuffer.allocateDirect(head.length + body.length)
                .put(head)
                .put(body)
                .flip();
        // Not from an allocator, whose leak detector would miss a release that never comes: the collector
        // frees it.
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(both)).asReadOnly();
    }

    /// The head of the request as sent.
    ///
    /// @throws Failure if a header has a line break or no name
    static String encode(Request request) {
        StringBuilder head = new StringBuilder(request.method())
                .append(' ')
                .append(target(request))
                .append(" HTTP/1.1\r\n");
        for (HeaderField header : headers(request)) {
            head.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    private static String target(Request request) {
        URI uri = URI.create(request.uri().toASCIIString());
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    private static HttpHeaders framedHeaders(Request request) {
        HttpHeaders framed = new DefaultHttpHeaders();
        headers(request).forEach(header -> framed.add(header.name(), header.value()));
        return framed.set(
                HttpConversionUtil.ExtensionHeaderNames.SCHEME.text(),
                request.uri().getScheme());
    }

    private static List<HeaderField> headers(Request request) {
        String host = request.uri().getPort() < 0
                ? request.uri().getHost()
                : request.uri().getHost() + ":" + request.uri().getPort();
        List<HeaderField> headers = new ArrayList<>();
        for (HeaderField usual : List.of(
                new HeaderField("Host", host),
                new HeaderField("User-Agent", "heddle"),
                new HeaderField("Accept", "*/*"))) {
            if (request.headers().stream().noneMatch(given -> given.name().equalsIgnoreCase(usual.name()))) {
                headers.add(usual);
            }
        }
        request.headers().stream()
                .filter(given -> FRAMING.stream().noneMatch(given.name()::equalsIgnoreCase))
                .forEach(headers::add);
        int length = request.body().getBytes(StandardCharsets.UTF_8).length;
        if (length > 0 || BODIED.contains(request.method())) {
            headers.add(new HeaderField("Content-Length", String.valueOf(length)));
        }
        for (HeaderField header : headers) {
            if (!header.canBeSent()) {
                throw new Failure(
                        "the header '" + header.name().strip() + "' has a name or a value that HTTP forbids",
                        "give it as 'Name: value'");
            }
        }
        return headers;
    }
}
