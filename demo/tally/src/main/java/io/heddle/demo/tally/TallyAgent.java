package io.heddle.demo.tally;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Counts the entries of methods in a service that it does not change otherwise, and tells whoever measures.
/// For measurements only: a product never loads it.
///
/// Its jar is on the boot class path, for [Tally]. What weaves is loaded apart, so that the service sees no
/// other ASM than its own.
public final class TallyAgent {

    private TallyAgent() {}

    /// @param folder with the files `methods`, one `class.name(descriptor)` a line, `weaver`, the files that
    ///     [TallyWeaver] is loaded from, and `port`, the loopback port to connect to: a port of its own would
    ///     be taken for one of the service
    public static void premain(String folder, Instrumentation instrumentation) throws Exception {
        Path work = Path.of(folder);
        List<String> methods = Files.readAllLines(work.resolve("methods"));
        List<String> lines = Files.readAllLines(work.resolve("weaver"));
        URL[] urls = new URL[lines.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = Path.of(lines.get(i)).toUri().toURL();
        }
        ClassLoader apart = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        instrumentation.addTransformer((ClassFileTransformer) apart.loadClass("io.heddle.demo.tally.TallyWeaver")
                .getConstructor(List.class)
                .newInstance(methods));
        int port = Integer.parseInt(Files.readString(work.resolve("port")));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        Thread thread = new Thread(() -> serve(socket, methods.size()), "heddle-tally");
        thread.setDaemon(true);
        thread.start();
    }

    /// Answers each byte that comes in with what was counted since the last: the number of methods that were
    /// entered, and of each its place in the list and its entries.
    private static void serve(Socket socket, int methods) {
        try (socket) {
            socket.setTcpNoDelay(true);
            while (socket.getInputStream().read() >= 0) {
                tell(new DataOutputStream(socket.getOutputStream()), methods);
            }
        } catch (IOException e) {
            System.err.println("heddle-tally ends: " + e.getClass().getName());
        }
    }

    private static void tell(DataOutputStream out, int methods) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream pairs = new DataOutputStream(bytes);
        int entered = 0;
        for (int method = 0; method < methods; method++) {
            long entries = Tally.take(method);
            if (entries > 0) {
                pairs.writeInt(method);
                pairs.writeLong(entries);
                entered++;
            }
        }
        out.writeInt(entered);
        bytes.writeTo(out);
        out.flush();
    }
}
