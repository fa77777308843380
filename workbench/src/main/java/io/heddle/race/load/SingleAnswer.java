package io.heddle.race.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// One request on a connection of its own, and its answer. Used once.
final class SingleAnswer extends SimpleChannelInboundHandler<HttpObject> implements AutoCloseable {

    private static final int BODY_KEPT = 64 * 1024;

    private final RequestCodec wire;
    private final EventLoop loop;
    private final Channel channel;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private final List<HeaderField> headers = new ArrayList<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int status;
    private boolean interim;
    private long bodyBytes;

    SingleAnswer(RequestCodec wire, EventLoop loop) {
        this.wire = wire;
        this.loop = loop;
        this.channel = wire.channel(this, () -> 0, loop);
    }

    /// Sends the request.
    ///
    /// @return completed on the event loop
    CompletableFuture<Answer> ask() {
        loop.register(channel)
                .addListener(_ -> wire.connect(channel).addListener(connected -> {
                    Throwable cause = connected.cause();
                    if (cause == null) {
                        channel.writeAndFlush(wire.message(0, channel), channel.voidPromise());
                    } else {
                        answer.completeExceptionally(cause);
                    }
                }));
        return answer;
    }

    @Override
    public void close() {
        ChannelFuture closed = channel.close();
        closed.awaitUninterruptibly();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
        if (message.decoderResult().isFailure()) {
            answer.completeExceptionally(
                    new CorruptedFrameException(message.decoderResult().cause()));
            return;
        }
        if (message instanceof HttpResponse response) {
            interim = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
            status = response.status().code();
            headers.clear();
            response.headers().forEach(header -> headers.add(new HeaderField(header.getKey(), header.getValue())));
        }
        if (message instanceof HttpContent part) {
            ByteBuf bytes = part.content();
            bodyBytes += bytes.readableBytes();
            byte[] kept = new byte[Math.min(bytes.readableBytes(), BODY_KEPT - body.size())];
            bytes.getBytes(bytes.readerIndex(), kept);
            body.writeBytes(kept);
        }
        if (message instanceof LastHttpContent && !interim) {
            answer.complete(new Answer(
                    status,
                    List.copyOf(headers),
                    body.toString(StandardCharsets.UTF_8),
                    bodyBytes,
                    Tls.http2(context.channel())));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        answer.completeExceptionally(new IOException("connection closed"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        answer.completeExceptionally(cause);
    }
}
