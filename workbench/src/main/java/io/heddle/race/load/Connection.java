package io.heddle.race.load;

import io.heddle.model.Failure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One connection of a run, opened again whenever it breaks: at once when the target closed it in good order, after a
/// back-off of 10 ms that doubles up to 250 ms when it failed. Carries one request at a time. Confined to its event
/// loop; sharable in Netty's sense because it outlives its sockets, one after the other.
@ChannelHandler.Sharable
final class Connection extends ChannelInboundHandlerAdapter {

    private static final long FIRST_BACK_OFF = Duration.ofMillis(10).toNanos();
    private static final long LONGEST_BACK_OFF = Duration.ofMillis(250).toNanos();

    private final LoadWorker shard;
    private final int number;
    private @Nullable Channel channel;
    private boolean established;
    private boolean everSettled;
    private boolean everAnswered;
    private long start = Scheduler.NONE;
    private long sent;
    private int request;
    private int status;
    private boolean interim;
    private boolean keepAlive;
    private int failures;

    /// @param number of this connection in its shard, from 0
    Connection(LoadWorker shard, int number) {
        this.shard = shard;
        this.number = number;
    }

    int number() {
        return number;
    }

    boolean established() {
        return established;
    }

    /// Start of the request in flight, or [Scheduler#NONE].
    long start() {
        return start;
    }

    /// Begins to open, with a request in a closed loop.
    void open(long now) {
        long opening = shard.startOnOpening(now);
        if (opening != Scheduler.NONE) {
            begin(opening, now);
        }
        Channel socket;
        try {
            socket = shard.channel(this);
        } catch (Failure noSocket) {
            shard.failed(noSocket);
            return;
        }
        channel = socket;
        shard.connect(socket).addListener(future -> connected(future.cause(), socket));
    }

    /// Number in the mix of the request in flight, or of the last.
    int request() {
        return request;
    }

    /// Sends a request that has been handed out.
    ///
    /// @param begun its start
    void send(long begun, long now) {
        begin(begun, now);
        write(channel);
    }

    /// Gives the request in flight up when it was sent before `limit`.
    void expire(long limit, long now) {
        if (start != Scheduler.NONE && sent < limit) {
            shard.tally().timedOut(start, now);
            start = Scheduler.NONE;
            reopen(now, 0);
        }
    }

    /// Closes for good.
    void close() {
        start = Scheduler.NONE;
        drop();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (context.channel() == channel) {
                read((HttpObject) message, context.channel());
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (context.channel() == channel && established) {
            broken(ErrorClassifier.CLOSED);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (context.channel() == channel) {
            broken(ErrorClassifier.of(cause));
        }
    }

    private void connected(@Nullable Throwable cause, Channel opening) {
        if (opening != channel) {
            opening.close();
            return;
        }
        long now = shard.now();
        if (!everSettled) {
            everSettled = true;
            shard.settled(this, now);
        }
        if (cause != null) {
            String kind = ErrorClassifier.of(cause);
            if (kind.equals(ErrorClassifier.REFUSED)) {
                shard.refused(now);
            }
            broken(kind);
            return;
        }
        established = true;
        shard.alive();
        if (start != Scheduler.NONE) {
            write(opening);
        } else {
            shard.free(this, now);
        }
    }

    private void begin(long begun, long now) {
        start = begun;
        sent = now;
        request = shard.nextRequest();
    }

    private void write(@Nullable Channel on) {
        if (on != null) {
            on.writeAndFlush(shard.message(request, on), on.voidPromise());
        }
    }

    private void read(HttpObject message, Channel on) {
        if (message.decoderResult().isFailure() || start == Scheduler.NONE) {
            broken(ErrorClassifier.MALFORMED);
            return;
        }
        if (message instanceof HttpResponse response) {
            status = response.status().code();
            interim = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
            keepAlive = HttpUtil.isKeepAlive(response);
        }
        if (message instanceof LastHttpContent && !interim) {
            answered(on);
        }
    }

    private void answered(Channel on) {
        long now = shard.now();
        if (shard.accepted().good(status)) {
            shard.tally().answered(start, now);
            shard.lows().record(request, now - start);
        } else {
            shard.tally().failed(Integer.toString(status), start, now);
        }
        start = Scheduler.NONE;
        failures = 0;
        if (!everAnswered) {
            everAnswered = true;
            shard.answered(this);
        }
        if (keepAlive && on.isActive()) {
            shard.free(this, now);
        } else {
            reopen(now, 0);
        }
    }

    private void broken(String kind) {
        long now = shard.now();
        boolean idle = start == Scheduler.NONE;
        if (!idle) {
            if (kind.equals(ErrorClassifier.TIMEOUT)) {
                shard.tally().timedOut(start, now);
            } else {
                shard.tally().failed(kind, start, now);
            }
            start = Scheduler.NONE;
        }
        // a target may close a connection that it has not used for a while
        boolean inOrder = idle && established && kind.equals(ErrorClassifier.CLOSED);
        reopen(now, inOrder ? 0 : Math.min(FIRST_BACK_OFF << Math.min(failures++, 10), LONGEST_BACK_OFF));
    }

    private void reopen(long now, long backOff) {
        shard.lost(this);
        drop();
        shard.reopen(this, now, backOff);
    }

    private void drop() {
        established = false;
        Channel old = channel;
        channel = null;
        if (old != null) {
            old.close();
        }
    }
}
