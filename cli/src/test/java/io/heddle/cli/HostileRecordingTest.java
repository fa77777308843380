package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A recording that names, as the home of its JDK, a folder that somebody has prepared.
class HostileRecordingTest {

    private static final String HOME = System.getProperty("java.home");
    private static final String PROVIDER = """
            package jdk.internal.jrtfs;
            public class JrtFileSystemProvider extends java.nio.file.spi.FileSystemProvider {
                static {
                    try {
                        java.nio.file.Files.createFile(java.nio.file.Path.of("%s"));
                    } catch (java.io.IOException e) {
                        throw new ExceptionInInitializerError(e);
                    }
                }
                public String getScheme() { return "jrt"; }
                public java.nio.file.FileSystem newFileSystem(java.net.URI uri, java.util.Map<String, ?> env) { throw no(); }
                public java.nio.file.FileSystem getFileSystem(java.net.URI uri) { throw no(); }
                public java.nio.file.Path getPath(java.net.URI uri) { throw no(); }
                public java.nio.channels.SeekableByteChannel newByteChannel(java.nio.file.Path path,
                        java.util.Set<? extends java.nio.file.OpenOption> options,
                        java.nio.file.attribute.FileAttribute<?>... attributes) { throw no(); }
                public java.nio.file.DirectoryStream<java.nio.file.Path> newDirectoryStream(java.nio.file.Path folder,
                        java.nio.file.DirectoryStream.Filter<? super java.nio.file.Path> filter) { throw no(); }
                public void createDirectory(java.nio.file.Path folder, java.nio.file.attribute.FileAttribute<?>... as) { }
                public void delete(java.nio.file.Path path) { }
                public void copy(java.nio.file.Path from, java.nio.file.Path to, java.nio.file.CopyOption... as) { }
                public void move(java.nio.file.Path from, java.nio.file.Path to, java.nio.file.CopyOption... as) { }
                public boolean isSameFile(java.nio.file.Path one, java.nio.file.Path other) { return false; }
                public boolean isHidden(java.nio.file.Path path) { return false; }
                public java.nio.file.FileStore getFileStore(java.nio.file.Path path) { throw no(); }
                public void checkAccess(java.nio.file.Path path, java.nio.file.AccessMode... modes) { throw no(); }
                public <V extends java.nio.file.attribute.FileAttributeView> V getFileAttributeView(
                        java.nio.file.Path path, Class<V> type, java.nio.file.LinkOption... as) { return null; }
                public <A extends java.nio.file.attribute.BasicFileAttributes> A readAttributes(
                        java.nio.file.Path path, Class<A> type, java.nio.file.LinkOption... as) { throw no(); }
                public java.util.Map<String, Object> readAttributes(
                        java.nio.file.Path path, String which, java.nio.file.LinkOption... as) { throw no(); }
                public void setAttribute(java.nio.file.Path path, String which, Object value,
                        java.nio.file.LinkOption... as) { }
                private static RuntimeException no() { return new UnsupportedOperationException(); }
            }
            """;

    @TempDir
    private Path folder;

    /// Its initialiser holds the carrier while it sleeps, so that each frame's class is looked for in the JDK.
    static final class Slow {
        static {
            sleep();
        }

        private static void sleep() {
            try {
                Thread.sleep(Duration.ofMillis(60));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        static void touch() {}
    }

    @Test
    void codeThatLiesInItsHomeNeverRuns() throws Exception {
        Path evil = homeOfTheSameLength();
        try {
            Path ran = folder.resolve("ran");
            plant(evil, ran);
            Path recording = forged(recording(), HOME, evil.toString());
            StringWriter out = new StringWriter();
            Heddle heddle = new Heddle();
            String[] words = {"watch", recording.toString()};
            heddle.run(
                    heddle.commandLine(words).setOut(new PrintWriter(out)).setErr(new PrintWriter(new StringWriter())),
                    words);
            assertTrue(out.toString().contains("HostileRecordingTest$Slow"), out::toString);
            assertFalse(Files.exists(ran), "code of the recording's JDK has run");
        } finally {
            new Scratch(evil).close();
        }
    }

    /// A string of a recording says how long it is.
    private static Path homeOfTheSameLength() throws IOException {
        String temporary = Path.of(System.getProperty("java.io.tmpdir")).toString();
        String unique = Long.toString(System.nanoTime());
        int letters = HOME.length() - temporary.length() - 1;
        assertTrue(letters >= 10, HOME + " is too short a name to be forged");
        String name = (unique + "h".repeat(letters)).substring(unique.length() - Math.min(unique.length(), 10));
        return Files.createDirectory(Path.of(temporary, name.substring(0, letters)));
    }

    private void plant(Path home, Path ran) throws IOException {
        Path source = Files.createDirectories(folder.resolve("source").resolve("jdk/internal/jrtfs"))
                .resolve("JrtFileSystemProvider.java");
        Files.writeString(source, String.format(PROVIDER, ran));
        Path classes = Files.createDirectory(folder.resolve("planted"));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "--patch-module",
                                "java.base=" + folder.resolve("source"),
                                "-d",
                                classes.toString(),
                                source.toString()));
        Path jar = Files.createDirectory(home.resolve("lib")).resolve("jrt-fs.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> walk = Files.walk(classes)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }

    private Path recording() throws Exception {
        try (Recording recording = new Recording()) {
            recording
                    .enable("jdk.VirtualThreadPinned")
                    .withThreshold(Duration.ofMillis(5))
                    .withStackTrace();
            recording.enable("jdk.InitialSystemProperty");
            recording.enable("jdk.JVMInformation");
            recording.enable("jdk.ActiveSetting");
            recording.start();
            Thread.ofVirtual().start(Slow::touch).join();
            recording.stop();
            Path file = folder.resolve("recorded.jfr");
            recording.dump(file);
            return file;
        }
    }

    private Path forged(Path recording, String from, String to) {
        try {
            String bytes = Files.readString(recording, StandardCharsets.ISO_8859_1);
            assertTrue(bytes.contains(from), "the recording tells its home");
            return Files.writeString(
                    folder.resolve("forged.jfr"), bytes.replace(from, to), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
