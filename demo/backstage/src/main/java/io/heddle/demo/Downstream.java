package io.heddle.demo;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The slow HTTP service that the demo calls: any request is answered after a fixed time, by one event loop and its
/// timer, so that it takes no thread per call and is not what limits the demo. A request with `?ms=N` is
/// answered after N milliseconds instead, a minute at most.
final class Downstream implements AutoCloseable {

    private static final Pattern ASKED = Pattern.compile("[?&]ms=(\\d{1,5})");
    private static final int MOST_MILLIS = 60_000;
    private static final byte[] BODY = "{\"text\":\"Festina lente.\"}".getBytes(StandardCharsets.UTF_8);

    private final EventLoopGroup loop;
    private final Channel server;

    private Downstream(EventLoopGroup loop, Channel server) {
        this.loop = loop;
        this.server = server;
    }

    /// Listens on loopback.
    ///
    /// @param port 0 takes any that is free
    /// @param millis from the whole request to its answer, in milliseconds
    static Downstream start(int port, int millis) {
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 4_096)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpServerCodec(), new Answer(millis));
                    }
                });
        try {
            return new Downstream(
                    loop,
                    bootstrap
                            .bind(InetAddress.ofLiteral("127.0.0.1"), port)
                            .syncUninterruptibly()
                            .channel());
        } catch (RuntimeException e) {
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new Refusal(
                    "The slow HTTP service cannot listen on port " + port + ": " + e.getMessage() + ".",
                    "Choose another with --downstream-port, or 0 for any.",
                    e);
        }
    }

    /// Where it listens, such as `http://127.0.0.1:40123/`.
    String url() {
        InetSocketAddress address = (InetSocketAddress) server.localAddress();
        return "http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + "/";
    }

    /// Stops at once; requests in flight are cut off.
    @Override
    public void close() {
        server.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly(1, TimeUnit.SECONDS);
    }

    private static int millis(String uri, int usual) {
        Matcher asked = ASKED.matcher(uri);
        return asked.find() ? Math.min(MOST_MILLIS, Integer.parseInt(asked.group(1))) : usual;
    }

    /// One connection. Answers keep the order of pipelined requests as long as these ask for the same time.
    private static final class Answer extends SimpleChannelInboundHandler<HttpObject> {

        private final int usual;
        private int millis;
        private boolean keepAlive;

        Answer(int usual) {
            this.usual = usual;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
            if (part.decoderResult().isFailure()) {
                context.close();
                return;
            }
            if (part instanceof HttpRequest request) {
                keepAlive = HttpUtil.isKeepAlive(request);
                millis = millis(request.uri(), usual);
            }
            if (part instanceof LastHttpContent) {
                boolean keep = keepAlive;
                context.executor().schedule(() -> answer(context, keep), millis, TimeUnit.MILLISECONDS);
            }
        }

        private static void answer(ChannelHandlerContext context, boolean keep) {
            if (!context.channel().isActive()) {
                return;
            }
            FullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(BODY));
            response.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                    .set(HttpHeaderNames.CONTENT_LENGTH, BODY.length);
            if (keep) {
                context.writeAndFlush(response, context.voidPromise());
            } else {
                response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
                context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // A caller that went away; it knows.
            context.close();
        }
    }
}
