package io.heddle.canary.source;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Messages that a proxy sends by UDP, one request each, as syslog does.
final class UdpInput implements LineInput {

    private static final int MOST_WAITING = 200_000;
    private static final int BUFFER = 8 << 20;
    private static final int LONGEST = 65_535;

    private final String address;
    private final DatagramSocket socket;
    private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong lost = new AtomicLong();

    /// @param address such as `127.0.0.1:15514`
    /// @throws Failure when nothing can be received there
    UdpInput(String address) {
        this.address = address;
        int colon = address.lastIndexOf(':');
        try {
            socket = new DatagramSocket(null);
            socket.setReceiveBufferSize(BUFFER);
            socket.bind(new InetSocketAddress(
                    InetAddress.getByName(address.substring(0, Math.max(0, colon))),
                    Integer.parseInt(address.substring(colon + 1))));
        } catch (IOException | IllegalArgumentException e) {
            throw new Failure(
                    "cannot receive at '" + address + "': "
                            + (e instanceof UnknownHostException ? "no such host" : IoReason.of(e)),
                    "write haproxy-udp:127.0.0.1:15514#SERVER, with a port that is free",
                    e);
        }
        Thread.ofPlatform().daemon().name("log by UDP").start(this::receive);
    }

    private void receive() {
        DatagramPacket packet = new DatagramPacket(new byte[LONGEST], LONGEST);
        while (!socket.isClosed()) {
            try {
                socket.receive(packet);
            } catch (IOException e) {
                continue;
            }
            String line = new String(packet.getData(), packet.getOffset(), packet.getLength(), StandardCharsets.UTF_8);
            if (!waiting.offer(line.stripTrailing())) {
                lost.incrementAndGet();
            }
        }
    }

    @Override
    public Optional<String> line() {
        return Optional.ofNullable(waiting.poll());
    }

    @Override
    public Optional<String> rest() {
        return Optional.empty();
    }

    @Override
    public boolean awaited() {
        return false;
    }

    @Override
    public List<String> notes() {
        return lost.get() == 0
                ? List.of()
                : List.of(address + ": " + lost.get() + " messages were lost, since nobody took them in time");
    }

    @Override
    public void save(DataOutput out) {}

    @Override
    public void restore(DataInput in) {}

    @Override
    public void close() {
        socket.close();
    }
}
