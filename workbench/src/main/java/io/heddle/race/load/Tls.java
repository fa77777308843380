package io.heddle.race.load;

import io.heddle.model.Failure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.HttpToHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.InboundHttp2ToHttpAdapterBuilder;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Promise;
import java.nio.channels.ClosedChannelException;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/// TLS, and HTTP/2 where the target chooses it (RFC 7301).
///
/// On loopback any certificate will do: the target's own is self-signed, and who could come between is on this machine
/// already. Elsewhere it must be one that the JDK trusts, for the host's name. A connection carries one request at a
/// time under HTTP/2 too, so that N connections are N requests in flight whatever the protocol.
///
/// @param endpoint whose certificate is checked
record Tls(SslContext context, Endpoint endpoint) {

    private static final AttributeKey<Boolean> HTTP2 = AttributeKey.valueOf(Tls.class, "http2");
    private static final int LONGEST_BODY = 64 << 20;
    private static final int WINDOW = 1 << 20;

    static Tls of(Endpoint endpoint) {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        Protocol.ALPN,
                        SelectorFailureBehavior.NO_ADVERTISE,
                        SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2,
                        ApplicationProtocolNames.HTTP_1_1));
        if (endpoint.address().getAddress().isLoopbackAddress()) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE).endpointIdentificationAlgorithm(null);
        }
        try {
            return new Tls(builder.build(), endpoint);
        } catch (SSLException e) {
            throw new Failure("this JVM cannot speak TLS: " + e.getMessage(), "run Heddle on an unchanged JDK", e);
        }
    }

    /// Whether a channel has agreed to speak HTTP/2.
    static boolean http2(Channel channel) {
        return Boolean.TRUE.equals(channel.attr(HTTP2).get());
    }

    /// Puts what TLS needs before the handler of a channel that is not connected yet.
    ///
    /// @param http1 makes the decoder of HTTP/1.1
    /// @param ready completed when requests may be written
    void add(Channel channel, ChannelHandler handler, Supplier<ChannelHandler> http1, Promise<Void> ready) {
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast(
                context.newHandler(
                        channel.alloc(),
                        endpoint.base().getHost(),
                        endpoint.address().getPort()),
                new Negotiation(http1, ready),
                handler);
    }

    /// Chooses the codec when the protocol is agreed on. Confined to its channel.
    private static final class Negotiation extends ApplicationProtocolNegotiationHandler {

        private final Supplier<ChannelHandler> http1;
        private final Promise<Void> ready;

        Negotiation(Supplier<ChannelHandler> http1, Promise<Void> ready) {
            super(ApplicationProtocolNames.HTTP_1_1);
            this.http1 = http1;
            this.ready = ready;
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext context, String protocol) {
            boolean http2 = protocol.equals(ApplicationProtocolNames.HTTP_2);
            context.channel().attr(HTTP2).set(http2);
            context.pipeline().addAfter(context.name(), "codec", http2 ? http2() : http1.get());
            ready.trySuccess(null);
        }

        @Override
        protected void handshakeFailure(ChannelHandlerContext context, Throwable cause) {
            ready.tryFailure(cause);
            context.close();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) throws Exception {
            ready.tryFailure(new ClosedChannelException());
            super.channelInactive(context);
        }

        private static ChannelHandler http2() {
            Http2Connection connection = new DefaultHttp2Connection(false);
            return new HttpToHttp2ConnectionHandlerBuilder()
                    .connection(connection)
                    .initialSettings(
                            Http2Settings.defaultSettings().pushEnabled(false).initialWindowSize(WINDOW))
                    .frameListener(new InboundHttp2ToHttpAdapterBuilder(connection)
                            .maxContentLength(LONGEST_BODY)
                            .propagateSettings(false)
                            .build())
                    .build();
        }
    }
}
