package idioms;

import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.stream.*;
import java.util.zip.*;

/// Reads and writes under a monitor, and streams of the JDK that hold one.
class Streams {
    static final byte[] MUCH = new byte[12 << 20];

    static class SocketRead {
        private final Socket socket;

        SocketRead(Socket socket) {
            this.socket = socket;
        }

        synchronized int next() throws IOException {
            return socket.getInputStream().read();
        }

        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                new SocketRead(socket).next();
            }
        }
    }

    static class SocketWrite {
        static void run() throws Exception {
            try (Socket socket = Env.deaf()) {
                OutputStream out = socket.getOutputStream();
                synchronized (out) {
                    out.write(MUCH);
                }
            }
        }
    }

    static class ChannelRead {
        static void run() throws Exception {
            try (SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", Env.late))) {
                synchronized (channel) {
                    channel.read(ByteBuffer.allocate(10));
                }
            }
        }
    }

    static class ChannelStream {
        static void run() throws Exception {
            try (SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", Env.late))) {
                InputStream in = Channels.newInputStream(channel);
                synchronized (in) {
                    in.read();
                }
            }
        }
    }

    static class Accept {
        static void run() throws Exception {
            try (ServerSocket server = new ServerSocket(0)) {
                server.setSoTimeout(40);
                synchronized (server) {
                    try {
                        server.accept();
                    } catch (SocketTimeoutException e) {
                        Env.kept = e;
                    }
                }
            }
        }
    }

    static class Receive {
        static void run() throws Exception {
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.setSoTimeout(40);
                synchronized (socket) {
                    try {
                        socket.receive(new DatagramPacket(new byte[10], 10));
                    } catch (SocketTimeoutException e) {
                        Env.kept = e;
                    }
                }
            }
        }
    }

    static class HttpSend {
        static synchronized int ask() throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + Env.http + "/a"))
                    .GET()
                    .build();
            return HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }

        static void run() throws Exception {
            ask();
        }
    }

    static class HttpConnection {
        static synchronized String ask() throws Exception {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + Env.http + "/").toURL().openConnection();
            connection.setRequestMethod("GET");
            try (BufferedReader in = new BufferedReader(new InputStreamReader(connection.getInputStream()))) {
                return in.readLine();
            } finally {
                connection.disconnect();
            }
        }

        static void run() throws Exception {
            ask();
        }
    }

    static class UrlText {
        static synchronized String ask(String url) throws Exception {
            try (InputStream in = new URL(url).openStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }

        static void run() throws Exception {
            ask("http://127.0.0.1:" + Env.http + "/");
        }
    }

    static class ProcessWait {
        static synchronized int go() throws Exception {
            return Runtime.getRuntime().exec(new String[] {"sleep", "0.06"}).waitFor();
        }

        static void run() throws Exception {
            go();
        }
    }

    static class ReaderLines {
        static void run() throws Exception {
            try (Socket socket = Env.late();
                    BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()))) {
                synchronized (in) {
                    Env.kept = in.lines().limit(1).toList();
                }
            }
        }
    }

    static class ScannerLine {
        static void run() throws Exception {
            try (Socket socket = Env.late();
                    Scanner in = new Scanner(socket.getInputStream())) {
                synchronized (in) {
                    Env.kept = in.nextLine();
                }
            }
        }
    }

    static class DataRead {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
                synchronized (in) {
                    in.readInt();
                }
            }
        }
    }

    static class PushbackRead {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                PushbackInputStream in = new PushbackInputStream(socket.getInputStream());
                synchronized (in) {
                    in.read();
                }
            }
        }
    }

    static class DigestRead {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                InputStream in = new java.security.DigestInputStream(
                        socket.getInputStream(), java.security.MessageDigest.getInstance("SHA-256"));
                synchronized (in) {
                    in.read();
                }
            }
        }
    }

    static class CheckedRead {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                InputStream in = new CheckedInputStream(socket.getInputStream(), new CRC32());
                synchronized (in) {
                    in.read();
                }
            }
        }
    }

    static class SequenceRead {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                InputStream in =
                        new SequenceInputStream(new ByteArrayInputStream(new byte[0]), socket.getInputStream());
                synchronized (in) {
                    in.read();
                }
            }
        }
    }

    static class CipherRead {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                javax.crypto.Cipher cipher = new javax.crypto.NullCipher();
                InputStream in = new javax.crypto.CipherInputStream(socket.getInputStream(), cipher);
                synchronized (in) {
                    in.read();
                }
            }
        }
    }

    static class ObjectsIn {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    try {
                        new ObjectInputStream(socket.getInputStream());
                    } catch (StreamCorruptedException e) {
                        Env.kept = e;
                    }
                }
            }
        }
    }

    static class GzipIn {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    try {
                        new GZIPInputStream(socket.getInputStream());
                    } catch (IOException e) {
                        Env.kept = e;
                    }
                }
            }
        }
    }

    static class TransferTo {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                }
            }
        }
    }

    static class CopyToFile {
        static void run() throws Exception {
            Path file = Files.createTempFile("a", "b");
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    Files.copy(socket.getInputStream(), file, StandardCopyOption.REPLACE_EXISTING);
                }
            } finally {
                Files.delete(file);
            }
        }
    }

    static class OwnFilter {
        static class Counting extends FilterInputStream {
            long count;

            Counting(InputStream in) {
                super(in);
            }

            @Override
            public int read() throws IOException {
                count++;
                return super.read();
            }
        }

        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                InputStream in = new Counting(socket.getInputStream());
                synchronized (in) {
                    in.read();
                }
            }
        }
    }

    static class Tokens {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                StreamTokenizer in = new StreamTokenizer(new InputStreamReader(socket.getInputStream()));
                synchronized (in) {
                    in.nextToken();
                }
            }
        }
    }

    static class PassedDown {
        static String first(BufferedReader in) throws IOException {
            return parse(in);
        }

        static String parse(BufferedReader in) throws IOException {
            return in.readLine();
        }

        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    first(new BufferedReader(new InputStreamReader(socket.getInputStream())));
                }
            }
        }
    }

    static class HandedToMonitor {
        static synchronized int first(InputStream in) throws IOException {
            return in.read();
        }

        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                first(socket.getInputStream());
            }
        }
    }

    static class SupplierOfStream {
        static synchronized int first(Callable<InputStream> from) throws Exception {
            try (InputStream in = from.call()) {
                return in.read();
            }
        }

        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                first(socket::getInputStream);
            }
        }
    }

    static class PrintLine {
        static void run() throws Exception {
            try (Socket socket = Env.deaf()) {
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true);
                out.println("a".repeat(MUCH.length));
            }
        }
    }

    static class PrintLineOverWriter {
        static void run() throws Exception {
            try (Socket socket = Env.deaf()) {
                PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(socket.getOutputStream())));
                out.print("a".repeat(MUCH.length));
                out.flush();
            }
        }
    }

    static class PrintField {
        private final PrintWriter out;

        PrintField(Socket socket) throws IOException {
            this.out = new PrintWriter(socket.getOutputStream());
        }

        void send(String text) {
            out.write(text);
            out.flush();
        }

        static void run() throws Exception {
            try (Socket socket = Env.deaf()) {
                new PrintField(socket).send("a".repeat(MUCH.length));
            }
        }
    }

    static class NumberedLines {
        static void run() throws Exception {
            try (Socket socket = Env.late();
                    LineNumberReader in = new LineNumberReader(new InputStreamReader(socket.getInputStream()))) {
                in.readLine();
            }
        }
    }

    static class PropertiesLoad {
        static void run() throws Exception {
            Properties settings = new Properties();
            try (Socket socket = Env.late()) {
                settings.load(new InputStreamReader(socket.getInputStream()));
            }
        }
    }

    static class PropertiesOverHttp {
        static Properties from(URL url) throws IOException {
            Properties settings = new Properties();
            try (InputStream in = url.openStream()) {
                settings.load(in);
            }
            return settings;
        }

        static void run() throws Exception {
            from(URI.create("http://127.0.0.1:" + Env.http + "/").toURL());
        }
    }

    static class GzipOut {
        static void run() throws Exception {
            byte[] noise = new byte[MUCH.length];
            new Random(1).nextBytes(noise);
            try (Socket socket = Env.deaf()) {
                GZIPOutputStream out = new GZIPOutputStream(socket.getOutputStream());
                out.write(noise);
            }
        }
    }

    static class DataOut {
        static void run() throws Exception {
            try (Socket socket = Env.deaf()) {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                out.write(MUCH);
            }
        }
    }

    static class BufferedSubclass {
        static class Framed extends BufferedOutputStream {
            Framed(OutputStream out) {
                super(out);
            }

            void frame(byte[] body) throws IOException {
                write(body.length);
                write(body, 0, body.length);
                flush();
            }
        }

        static void run() throws Exception {
            try (Socket socket = Env.deaf()) {
                new Framed(socket.getOutputStream()).frame(MUCH);
            }
        }
    }

    static class ReaderSubclass {
        static class Trimmed extends BufferedReader {
            Trimmed(Reader in) {
                super(in);
            }

            @Override
            public String readLine() throws IOException {
                String line = super.readLine();
                return line == null ? null : line.trim();
            }
        }

        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                new Trimmed(new InputStreamReader(socket.getInputStream())).readLine();
            }
        }
    }

    static class PushbackText {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                new PushbackReader(new InputStreamReader(socket.getInputStream())).read();
            }
        }
    }

    static class OwnWriter {
        static class Slow extends Writer {
            @Override
            public void write(char[] text, int from, int length) {
                Env.nap(40);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        }

        static void run() throws Exception {
            Writer out = new Slow();
            out.write("abc");
        }
    }

    static class OwnPrintStream {
        static class Slow extends OutputStream {
            @Override
            public void write(int b) {
                Env.nap(10);
            }

            @Override
            public void write(byte[] all, int from, int length) {
                Env.nap(40);
            }
        }

        static class Named extends PrintStream {
            Named(OutputStream out) {
                super(out, true);
            }
        }

        static void run() {
            new Named(new Slow()).println("a");
        }
    }

    static class StringBufferAppend {
        static void run() {
            Env.kept = new StringBuffer().append(new Shapes.SlowToString("a"));
        }
    }

    static class VectorSort {
        static void run() {
            new Vector<>(List.of(3, 1, 2)).sort(Comparator.comparing(Waits::slow));
        }
    }

    static class ParseXml {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    try {
                        javax.xml.parsers.SAXParserFactory.newInstance()
                                .newSAXParser()
                                .parse(socket.getInputStream(), new org.xml.sax.helpers.DefaultHandler());
                    } catch (org.xml.sax.SAXException e) {
                        Env.kept = e;
                    }
                }
            }
        }
    }

    static class ParseDom {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    try {
                        javax.xml.parsers.DocumentBuilderFactory.newInstance()
                                .newDocumentBuilder()
                                .parse(socket.getInputStream());
                    } catch (org.xml.sax.SAXException e) {
                        Env.kept = e;
                    }
                }
            }
        }
    }

    static class ParseStax {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    try {
                        javax.xml.stream.XMLInputFactory.newFactory()
                                .createXMLStreamReader(socket.getInputStream())
                                .next();
                    } catch (javax.xml.stream.XMLStreamException e) {
                        Env.kept = e;
                    }
                }
            }
        }
    }

    static class ImageFrom {
        static void run() throws Exception {
            javax.imageio.ImageIO.getReaderFormatNames();
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    Env.kept = javax.imageio.ImageIO.read(socket.getInputStream());
                }
            }
        }
    }

    static class KeysFrom {
        static void run() throws Exception {
            java.security.KeyStore keys = java.security.KeyStore.getInstance("PKCS12");
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    try {
                        keys.load(socket.getInputStream(), "a".toCharArray());
                    } catch (IOException e) {
                        Env.kept = e;
                    }
                }
            }
        }
    }

    static class CertificateFrom {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    try {
                        java.security.cert.CertificateFactory.getInstance("X.509")
                                .generateCertificate(socket.getInputStream());
                    } catch (java.security.cert.CertificateException e) {
                        Env.kept = e;
                    }
                }
            }
        }
    }

    static class XmlTransform {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                synchronized (socket) {
                    try {
                        javax.xml.transform.TransformerFactory.newInstance()
                                .newTransformer()
                                .transform(
                                        new javax.xml.transform.stream.StreamSource(socket.getInputStream()),
                                        new javax.xml.transform.stream.StreamResult(new StringWriter()));
                    } catch (javax.xml.transform.TransformerException e) {
                        Env.kept = e;
                    }
                }
            }
        }
    }

    static class FileLocked {
        static void run() throws Exception {
            Path file = Files.createTempFile("a", "b");
            Process holder = new ProcessBuilder("true").start();
            holder.waitFor();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                Env.kept = channel;
            } finally {
                Files.delete(file);
            }
            synchronized (FileLocked.class) {
                try (Pipes pipe = new Pipes()) {
                    pipe.read();
                }
            }
        }

        static class Pipes implements Closeable {
            final Pipe pipe = Pipe.open();

            Pipes() throws IOException {
                Waits.later(() -> {
                    try {
                        pipe.sink().write(ByteBuffer.allocate(1));
                    } catch (IOException e) {
                        Env.kept = e;
                    }
                });
            }

            int read() throws IOException {
                return pipe.source().read(ByteBuffer.allocate(1));
            }

            public void close() throws IOException {
                pipe.source().close();
                pipe.sink().close();
            }
        }
    }
}
