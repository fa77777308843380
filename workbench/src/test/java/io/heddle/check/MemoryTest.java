package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which streams end in memory, so that nobody waits for them, whatever wraps them.
class MemoryTest extends CodeTest {

    /// A stream that is a library's own is no channel of a selector.
    @Test
    void aStreamOfOnesOwnMayBeThatOfASocket() throws IOException {
        assertEquals(List.of("flush"), likely("""
                import java.io.*;
                import java.net.Socket;
                public class Wire {
                    public static class Out extends BufferedOutputStream {
                        public Out(OutputStream to) { super(to); }
                        public void number(int value) throws IOException { write(value); }
                    }
                    private Out out;
                    private Out out() { return out; }
                    public void open(Socket socket) throws IOException { out = new Out(socket.getOutputStream()); }
                    public synchronized void flush() throws IOException { out().flush(); }
                }
                """));
    }

    /// `OutputStream.write(byte[])` runs what the class below has instead.
    @Test
    void aStreamDoesWhatItsOwnMethodDoes() throws IOException {
        assertEquals(List.of("send"), likely("""
                import java.io.*;
                public class Syslog {
                    static class Kept extends OutputStream {
                        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                        @Override public void write(int value) { bytes.write(value); }
                        @Override public void write(byte[] all, int from, int count) { bytes.write(all, from, count); }
                        public void send() { bytes.reset(); }
                    }
                    static class Slow extends OutputStream {
                        @Override public void write(int value) throws IOException {
                            try { Thread.sleep(value); } catch (InterruptedException e) { throw new InterruptedIOException(); }
                        }
                    }
                    private final Kept kept;
                    private final Slow slow;
                    public Syslog() { kept = new Kept(); slow = new Slow(); }
                    public synchronized void keep(byte[] text) throws IOException { kept.write(text); kept.send(); }
                    public synchronized void send(byte[] text) throws IOException { slow.write(text); }
                }
                """));
    }

    /// A file's stream has no flush of its own either.
    @Test
    void flushingAFilesStreamDoesNothing() throws IOException {
        String code = """
                import java.io.*;
                public class Spool {
                    private OutputStream out = new ByteArrayOutputStream();
                    public void spill(File file) throws IOException { out = %s; }
                    public synchronized void flush() throws IOException { out.flush(); }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("new FileOutputStream(file)")));
        assertEquals(List.of("flush"), likely(code.formatted("new BufferedOutputStream(new FileOutputStream(file))")));
    }

    /// `OutputStream.flush` does nothing, and a socket's stream leaves it at that.
    @Test
    void flushingASocketsStreamDoesNothingAndWritingToItWaits() throws IOException {
        String code = """
                import java.io.*;
                import java.net.Socket;
                public class Session {
                    static class Logging extends OutputStream {
                        private final OutputStream out;
                        Logging(OutputStream out) { this.out = out; }
                        @Override public void write(int b) throws IOException { out.write(b); }
                        @Override public void flush() throws IOException { out.flush(); }
                    }
                    static class Buffer {
                        private final byte[] bytes = new byte[8];
                        private int kept;
                        private OutputStream to;
                        void bind(OutputStream stream) { to = stream; }
                        void flush() throws IOException { send(); to.flush(); }
                        private void send() throws IOException { if (kept > 0) { to.write(bytes, 0, kept); kept = 0; } }
                        void end() throws IOException { to.flush(); }
                    }
                    private final Buffer buffer = new Buffer();
                    private final boolean log = Boolean.getBoolean("log");
                    protected OutputStream out(Socket socket) throws IOException {
                        OutputStream out = socket.getOutputStream();
                        if (log) { out = %s; }
                        return out;
                    }
                    public void open(Socket socket) throws IOException { buffer.bind(out(socket)); }
                    public synchronized void end() throws IOException { buffer.end(); }
                    public synchronized void flush() throws IOException { buffer.flush(); }
                }
                """;
        assertEquals(List.of("flush"), likely(code.formatted("new Logging(out)")));
        assertEquals(
                "java.io.OutputStream.write",
                check(code.formatted("new Logging(out)"), Confidence.LIKELY)
                        .getFirst()
                        .sink());
        assertEquals(List.of("end", "flush"), likely(code.formatted("new BufferedOutputStream(out)")));
    }

    @Test
    void aStreamOfOnesOwnThatKeepsAllIsMemoryAlsoUnderWrappersThatAMethodChooses() throws IOException {
        assertEquals(List.of("hidden", "toFile"), likely("""
                import java.io.*;
                import java.nio.ByteBuffer;
                import java.util.zip.GZIPOutputStream;
                public class Records {
                    public static class Buffer extends OutputStream {
                        private ByteBuffer bytes = ByteBuffer.allocate(64);
                        public void write(int one) {
                            if (bytes.remaining() == 0) { grow(); }
                            bytes.put((byte) one);
                        }
                        private void grow() { ByteBuffer more = ByteBuffer.allocate(bytes.capacity() * 2); bytes.flip(); more.put(bytes); bytes = more; }
                    }
                    public static class Hidden extends OutputStream {
                        private FileOutputStream file;
                        public Hidden() throws IOException { file = new FileOutputStream("x"); }
                        public void write(int one) throws IOException { file.write(one); }
                    }
                    interface Way { OutputStream around(Buffer buffer) throws IOException; }
                    static class Plain implements Way { public OutputStream around(Buffer buffer) { return buffer; } }
                    static class Packed implements Way { public OutputStream around(Buffer buffer) throws IOException { return new BufferedOutputStream(new GZIPOutputStream(buffer)); } }
                    private final Buffer buffer = new Buffer();
                    private final DataOutputStream records;
                    private final DataOutputStream log;
                    private final DataOutputStream secret;
                    public Records(boolean packed) throws IOException {
                        Way way = packed ? new Packed() : new Plain();
                        records = new DataOutputStream(way.around(buffer));
                        log = new DataOutputStream(new BufferedOutputStream(new FileOutputStream("log")));
                        secret = new DataOutputStream(new BufferedOutputStream(new Hidden()));
                    }
                    public synchronized void inMemory(long one) throws IOException { records.writeLong(one); }
                    public synchronized void closed() throws IOException { records.close(); }
                    public synchronized void toFile(long one) throws IOException { log.writeLong(one); }
                    public synchronized void hidden(long one) throws IOException { secret.writeLong(one); }
                }
                """));
    }

    @Test
    void aWriterOfAStreamInMemoryDoesNotWait() throws IOException {
        assertEquals(List.of("send"), likely("""
                import java.io.*;
                public class Printer {
                    public static class Tree {
                        private final PrintWriter out;
                        public Tree(Writer writer) { out = new PrintWriter(writer); }
                        public void print(String text) { out.print(text); out.flush(); }
                    }
                    public synchronized String text() { StringWriter text = new StringWriter(); new Tree(text).print("x"); return text.toString(); }
                    public synchronized void send(Writer to) { new Tree(to).print("x"); }
                }
                """));
    }

    @Test
    void aWrapperOrAMessageThatIsWrittenToMemoryDoesNotWait() throws IOException {
        assertEquals(List.of("send"), blocking("""
                import java.io.*;
                public class Messages {
                    public interface Part { void write(OutputStream to) throws IOException; }
                    private final Part part;
                    public Messages(Part part) { this.part = part; }
                    public synchronized byte[] bytes(Object of) throws IOException {
                        ByteArrayOutputStream kept = new ByteArrayOutputStream();
                        ObjectOutputStream out = new ObjectOutputStream(kept);
                        out.writeObject(of);
                        part.write(kept);
                        written(new DataOutputStream(kept));
                        return kept.toByteArray();
                    }
                    public synchronized void send(OutputStream to) throws IOException { part.write(to); }
                    private void written(DataOutputStream to) throws IOException { part.write(to); }
                }
                """));
    }

    @Test
    void aTextThatIsHandedOnIsInMemory() throws IOException {
        assertEquals(List.of("read"), likely("""
                import java.io.*;
                public class Lines {
                    public synchronized String text(String text) throws IOException { return parse(new StringReader(text)); }
                    public synchronized String read(String file) throws IOException { return parse(new FileReader(file)); }
                    private static String parse(Reader from) throws IOException { BufferedReader lines = new BufferedReader(from); return lines.readLine(); }
                }
                """));
    }

    @Test
    void aTextThatAWriterIsMadeOfIsInMemory() throws IOException {
        assertEquals(List.of("send"), likely("""
                import java.io.*;
                public class Json {
                    static class Adapter extends Writer {
                        private final Appendable to;
                        Adapter(Appendable to) { this.to = to; }
                        @Override public void write(char[] text, int from, int length) throws IOException { to.append(new String(text, from, length)); }
                        @Override public void flush() { }
                        @Override public void close() { }
                    }
                    static Writer writer(Appendable to) { return to instanceof Writer ? (Writer) to : new Adapter(to); }
                    public synchronized String text(Object tree) throws IOException { StringWriter to = new StringWriter(); to(tree, to); return to.toString(); }
                    public synchronized String built(Object tree) throws IOException { StringBuilder to = new StringBuilder(); to(tree, to); return to.toString(); }
                    public synchronized void send(Object tree, Appendable to) throws IOException { to(tree, to); }
                    private void to(Object tree, Appendable to) throws IOException { print(tree, writer(to)); }
                    private void print(Object tree, Writer to) throws IOException { to.write(tree.toString()); }
                }
                """));
    }

    @Test
    void aReaderOfNothingReadsWhatItHolds() throws IOException {
        assertEquals(List.of("of", "opened"), likely("""
                import java.io.*;
                public class Codec {
                    public static class Fast extends FilterInputStream {
                        private final byte[] held;
                        private int at;
                        Fast(InputStream in, byte[] held) { super(in); this.held = held; }
                        @Override public int read() throws IOException { return at < held.length ? held[at++] : in.read(); }
                    }
                    public synchronized int held(byte[] bytes) throws IOException { return value(over(bytes)); }
                    public synchronized int of(InputStream in) throws IOException { return value(new Fast(in, new byte[0])); }
                    public synchronized int opened(String name) throws IOException { return value(new Fast(new FileInputStream(name), null)); }
                    private Fast over(byte[] bytes) { return new Fast(null, bytes); }
                    private static int value(InputStream in) throws IOException { return in.read(); }
                }
                """));
    }

    @Test
    void anEncoderOverMemoryStaysThere() throws IOException {
        String code = """
                import java.io.*;
                public class Codes {
                    public interface Part { void encode(Encoder to) throws IOException; }
                    public static class Encoder {
                        private final OutputStream out;
                        Encoder(OutputStream out) { this.out = out; }
                        static Encoder of(OutputStream out) { return new Encoder(out); }
                        void put(Part part) throws IOException { part.encode(this); }
                    }
                    private final Part part;
                    public Codes(Part part) { this.part = part; }
                    public synchronized byte[] bytes() throws IOException { ByteArrayOutputStream kept = new ByteArrayOutputStream(); to(kept); return kept.toByteArray(); }
                    %s
                    private void to(OutputStream out) throws IOException { Encoder.of(out).put(part); }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("")));
        assertEquals(
                List.of("send"),
                likely(code.formatted(
                        "public synchronized void send(OutputStream out) throws IOException { to(out); }")));
    }

    @Test
    void anEncoderThatPassesItselfOnIsStillOverMemory() throws IOException {
        assertEquals(List.of("send"), likely("""
                import java.io.*;
                public class Codes {
                    public static class Encoder {
                        private final OutputStream out;
                        Encoder(OutputStream out) { this.out = out; }
                        void put(Part part) throws IOException { part.encode(this, 1); }
                        void raw(int one) throws IOException { out.write(one); }
                    }
                    public static class Part { void encode(Encoder to, int one) throws IOException { to.raw(one); } }
                    public synchronized byte[] bytes(Part part) throws IOException { ByteArrayOutputStream kept = new ByteArrayOutputStream(); to(kept, part); return kept.toByteArray(); }
                    public synchronized void send(OutputStream out, Part part) throws IOException { to(out, part); }
                    private void to(OutputStream out, Part part) throws IOException { new Encoder(out).put(part); }
                }
                """));
    }

    @Test
    void anEncoderOverAnArrayOrOfAFactoryStaysInMemory() throws IOException {
        assertEquals(
                List.of("other", "send"),
                check("""
                import java.io.*;
                public class Messages {
                    public interface Part { void write(CodedOutput to) throws IOException; }
                    public interface Formats { CodedOutput create(OutputStream out); CodedOutput last(OutputStream out); }
                    public abstract static class CodedOutput {
                        public static CodedOutput of(byte[] bytes) { return new ArrayEncoder(bytes); }
                        public static CodedOutput of(OutputStream out) { return new Stream(out); }
                        public abstract void write(int one) throws IOException;
                        static class ArrayEncoder extends ArrayOutput { ArrayEncoder(byte[] held) { super(held); } }
                    }
                    public static class ArrayOutput extends CodedOutput {
                        private final byte[] held;
                        ArrayOutput(byte[] held) { this.held = held; }
                        @Override public void write(int one) { held[0] = (byte) one; }
                    }
                    static class StreamOutput extends CodedOutput {
                        private final OutputStream out;
                        StreamOutput(OutputStream out) { this.out = out; }
                        @Override public void write(int one) throws IOException { out.write(one); }
                    }
                    static class Stream extends StreamOutput { Stream(OutputStream out) { super(out); } }
                    private final Part part;
                    private final Formats formats;
                    public Messages(Part part, Formats formats) { this.part = part; this.formats = formats; }
                    public synchronized void held(byte[] bytes) throws IOException { part.write(new ArrayOutput(bytes)); }
                    public synchronized void array(byte[] bytes) throws IOException { part.write(CodedOutput.of(bytes)); }
                    public synchronized void send(OutputStream out) throws IOException { part.write(CodedOutput.of(out)); }
                    public synchronized void made() throws IOException { part.write(formats.create(new ByteArrayOutputStream())); }
                    public synchronized void other() throws IOException { part.write(formats.last(new ByteArrayOutputStream())); }
                }
                """, Confidence.LIKELY).stream()
                        .filter(finding -> finding.rule().equals("blocking-under-monitor"))
                        .map(Finding::method)
                        .sorted()
                        .toList());
    }

    @Test
    void aWriterThatHandsItselfOnIsStillOverMemory() throws IOException {
        assertEquals(List.of("send"), likely("""
                import java.io.*;
                public class Trees {
                    public abstract static class Json {
                        public abstract Json start() throws IOException;
                        public abstract Json flush() throws IOException;
                        public static Json of(OutputStream out) { return new Plain(out); }
                    }
                    static class Plain extends Json {
                        private final OutputStream out;
                        Plain(OutputStream out) { this.out = out; }
                        public Json start() throws IOException { return this; }
                        public Json flush() throws IOException { out.flush(); return this; }
                    }
                    static class Buffered extends Json {
                        private final OutputStream out;
                        private final Json next;
                        public Buffered(OutputStream out) { this.out = new BufferedOutputStream(out); this.next = of(out); }
                        public Json start() throws IOException { return next.start(); }
                        public Json flush() throws IOException { out.flush(); return next; }
                    }
                    public Json buffered(OutputStream out) { return new Buffered(out); }
                    public synchronized void log() throws IOException { Json.of(new ByteArrayOutputStream()).start().flush(); }
                    public synchronized void send(OutputStream out) throws IOException { Json.of(out).start().flush(); }
                }
                """));
    }

    /// Whatever its helpers are: nothing that it calls waits.
    @Test
    void aWriterOfOnesOwnWhoseCodeNeverWaitsIsInMemory() throws IOException {
        assertEquals(List.of("slow"), likely("""
                import java.io.*;
                public class Texts {
                    static class Segments {
                        private char[] held = new char[10];
                        private int count;
                        void add(char[] text, int from, int length) { System.arraycopy(text, from, held, count, length); count += length; }
                    }
                    public static class Kept extends Writer {
                        private final Segments segments = new Segments();
                        @Override public void write(char[] text, int from, int length) { segments.add(text, from, length); }
                        @Override public void flush() { }
                        @Override public void close() { }
                    }
                    public static class Slow extends Writer {
                        private final Segments segments = new Segments();
                        @Override public void write(char[] text, int from, int length) { segments.add(text, from, length); }
                        @Override public void flush() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                        @Override public void close() { }
                    }
                    private static void print(Writer to) throws IOException { to.write("x"); }
                    public synchronized void keep() throws IOException { print(new BufferedWriter(new Kept())); }
                    public synchronized void slow() throws IOException { print(new BufferedWriter(new Slow())); }
                }
                """));
    }
}
