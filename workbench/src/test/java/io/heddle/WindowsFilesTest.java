package io.heddle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.Compiled;
import io.heddle.fix.source.Replacement;
import io.heddle.fix.source.SourceFile;
import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Watch;
import io.heddle.watch.FileWatch;
import io.heddle.watch.Recordings;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `check`, `fix` and `watch FILE` on a file system with the paths of Windows and none of the attributes of Unix. That
/// file system has no files that the JDK could map or unzip, so that jars are not tried here.
class WindowsFilesTest {

    private final FileSystem windows = Jimfs.newFileSystem(Configuration.windows().toBuilder()
            .setAttributeViews("basic", "dos")
            .build());

    @TempDir
    private Path folder;

    @AfterEach
    void close() throws IOException {
        windows.close();
    }

    @Test
    void aFolderOfClassesIsChecked() throws IOException {
        Path compiled = Files.createDirectory(folder.resolve("classes"));
        Compiled.all(compiled, Map.of("Shop", """
                        package com.example;
                        public class Shop {
                            public synchronized void place() throws InterruptedException { Thread.sleep(50); }
                        }
                        """), List.of());
        Path target = copy(compiled, windows.getPath("C:\\app\\classes"));
        Check check = Checker.run(new CheckOptions(
                List.of(target), List.of(), Map.of(), List.of(21), Map.of(), false, Confidence.LIKELY, Set.of()));
        Finding finding = check.findings().getFirst();
        assertEquals("com.example.Shop", finding.type());
        assertEquals("classes", finding.artifact());
        assertEquals(List.of("C:\\app\\classes"), check.targets());
    }

    @Test
    void aSourceFileIsReplaced() throws IOException {
        Path file = Files.createDirectories(windows.getPath("C:\\app\\src")).resolve("Shop.java");
        Files.writeString(file, "class Shop {}\r\n");
        SourceFile source = SourceFile.read(file, SourceFile.name(file));
        assertEquals("C:/app/src/Shop.java", source.name());
        Replacement.of(Map.of(source, "class Shop { int mended; }\r\n"), List.of(file.getParent()));
        assertEquals("class Shop { int mended; }\r\n", Files.readString(file));
        try (Stream<Path> left = Files.list(file.getParent())) {
            assertEquals(List.of(file), left.toList());
        }
    }

    @Test
    @Tag("slow")
    void aRecordingIsRead() throws Exception {
        Path made = Recordings.record(25, folder, "upcall", 2);
        Path recording = Files.copy(made, windows.getPath("C:\\work\\shop.jfr"));
        Watch watch = FileWatch.run(List.of(recording), Recordings.HOMES, "test", List.of());
        assertTrue(
                watch.holders().stream().anyMatch(holder -> holder.toString().contains("Callback")), watch::toString);
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path file : walk.toList()) {
                Path copied = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copied);
                } else {
                    Files.copy(file, copied);
                }
            }
        }
        return to;
    }
}
