package io.heddle.race.load;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.function.Supplier;

/// How event loops talk to the kernel.
///
/// @param factory makes the part of an event loop that waits for readiness
/// @param channels makes a socket that is not connected
/// @param exactTimers whether an event loop that waits wakes up to the microsecond, and not to the
///     millisecond
record Transport(IoHandlerFactory factory, Supplier<Channel> channels, boolean exactTimers) {

    /// Epoll by Netty's native library: fewer system calls, and timers in nanoseconds.
    static Transport epoll() {
        return new Transport(EpollIoHandler.newFactory(), EpollSocketChannel::new, true);
    }

    /// The JDK's selectors, everywhere.
    static Transport nio() {
        return new Transport(NioIoHandler.newFactory(), NioSocketChannel::new, false);
    }

    /// The best that works here.
    static Transport best() {
        return Epoll.isAvailable() ? epoll() : nio();
    }
}
