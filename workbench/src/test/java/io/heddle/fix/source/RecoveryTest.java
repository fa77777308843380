package io.heddle.fix.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A write that ends at any step leaves all files old or all new after the next start, and nothing else.
class RecoveryTest {

    private static final int FILES = 3;
    private static final int HALTED = 9;

    /// Ends what runs, as a kill does: nothing catches it.
    private static final class Cut extends Error {
        private static final long serialVersionUID = 1L;
    }

    @TempDir
    private Path folder;

    private Path sources = Path.of("");
    private final List<String> said = new ArrayList<>();

    @BeforeEach
    void make() throws IOException {
        folder = folder.toRealPath();
        Files.createDirectories(folder.resolve(".git"));
        sources = Files.createDirectories(folder.resolve("src"));
        restore();
    }

    private void restore() throws IOException {
        for (int i = 0; i < FILES; i++) {
            Path file = Files.writeString(sources.resolve("A" + i + ".java"), old(i));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        }
    }

    private static String old(int i) {
        return "class A" + i + " {}\r\n";
    }

    private static String now(int i) {
        return "class A" + i + " { int mended; }\r\n";
    }

    /// What the process of its own does: it halts at a step.
    public static void main(String[] args) {
        int[] left = {Integer.parseInt(args[1])};
        write(Path.of(args[0]), step -> {
            if (left[0]-- == 0) {
                Runtime.getRuntime().halt(HALTED);
            }
        });
    }

    private static void write(Path sources, Replacement.Steps steps) {
        Map<SourceFile, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < FILES; i++) {
            texts.put(SourceFile.read(sources.resolve("A" + i + ".java"), "A" + i), now(i));
        }
        Replacement.of(texts, List.of(sources), steps);
    }

    private static Replacement.Steps cutAt(int step) {
        int[] left = {step};
        return what -> {
            if (left[0]-- == 0) {
                throw new Cut();
            }
        };
    }

    /// @return whether it was cut off
    private static boolean isCut(Runnable code) {
        try {
            code.run();
            return false;
        } catch (Cut cut) {
            return true;
        }
    }

    private void recover() {
        Recovery.run(List.of(sources), said::add);
    }

    private int count(boolean mended) {
        return (int) IntStream.range(0, FILES)
                .filter(i -> text(i).equals(mended ? now(i) : old(i)))
                .count();
    }

    private String text(int i) {
        try {
            return Files.readString(sources.resolve("A" + i + ".java"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void assertAllOrNone(String at) throws IOException {
        assertTrue(count(true) == FILES || count(false) == FILES, () -> at + ": " + count(true) + " new, " + said);
        for (int i = 0; i < FILES; i++) {
            assertEquals(
                    "rw-r-----",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(sources.resolve("A" + i + ".java"))));
        }
        try (Stream<Path> left = Files.walk(folder)) {
            assertEquals(FILES, left.filter(Files::isRegularFile).count(), at);
        }
    }

    @Test
    void aWriteThatIsCutAtAnyStepIsAllOrNone() throws IOException {
        int step = 0;
        while (isCut(cut(step))) {
            int changed = count(true);
            Recovery.tell(List.of(sources), said::add);
            assertEquals(changed, count(true), "nothing is written without --write");
            try (Stream<Path> left = Files.list(sources)) {
                assertEquals(FILES, left.count(), "nothing lies next to the sources");
            }
            recover();
            assertAllOrNone("cut at " + step);
            restore();
            step++;
        }
        assertTrue(step > 3 * FILES, "only " + step + " steps");
        assertAllOrNone("not cut");
    }

    private Runnable cut(int step) {
        return () -> write(sources, cutAt(step));
    }

    @Test
    void aRecoveryThatIsCutAtAnyStepIsDoneByTheNextOne() throws IOException {
        int step = 0;
        boolean isCut = true;
        while (isCut) {
            restore();
            // In front of the last file's move.
            assertTrue(isCut(cut(3 * FILES + 1)));
            assertEquals(FILES - 1, count(true));
            Replacement.Steps steps = cutAt(step++);
            isCut = isCut(() -> Recovery.run(List.of(sources), said::add, steps));
            recover();
            assertEquals(FILES, count(false), said::toString);
            assertAllOrNone("cut at " + step);
        }
        assertTrue(step > FILES, "only " + step + " steps");
    }

    @Tag("slow")
    @Test
    void aProcessThatHaltsAtAnyStepLeavesAllOrNone() throws IOException, InterruptedException {
        int step = 0;
        while (halts(step)) {
            recover();
            assertAllOrNone("halted at " + step);
            restore();
            step++;
        }
        assertTrue(step > 3 * FILES, "only " + step + " steps");
        assertAllOrNone("not halted");
    }

    private boolean halts(int step) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RecoveryTest.class.getName(),
                        sources.toString(),
                        String.valueOf(step))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        assertTrue(exit == 0 || exit == HALTED, output);
        return exit == HALTED;
    }

    private void cutBeforeTheLastMove() {
        assertTrue(isCut(cut(3 * FILES + 1)));
    }

    @Test
    void whatHasAnotherTextIsNamedAndStays() throws IOException {
        cutBeforeTheLastMove();
        Files.writeString(sources.resolve("A0.java"), "class Mine {}");
        Recovery.tell(List.of(sources), said::add);
        assertTrue(said.getFirst().contains("1 of 3 files have its new text; --write takes that back"), said::toString);
        recover();
        assertTrue(said.getLast().contains("neither text, and left as they are: src/A0.java"), said::toString);
        assertEquals(List.of("class Mine {}", old(1), old(2)), List.of(text(0), text(1), text(2)));
        assertFalse(Files.exists(folder.resolve(".heddle")));
    }

    @Test
    void aSecondWriteAtTheSameTimeIsRefused() throws IOException {
        Path fix = Files.createDirectories(folder.resolve(".heddle/fix"));
        try (FileChannel lock =
                FileChannel.open(fix.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            Failure failure = assertThrows(Failure.class, () -> write(sources, step -> {}));
            assertTrue(failure.sentence().contains("another heddle fix --write works in"), failure.sentence());
        }
        assertEquals(FILES, count(false));
    }

    @Test
    void aFileInPlaceOfTheFolderIsRefused() throws IOException {
        Files.writeString(folder.resolve(".heddle"), "mine");
        Failure failure = assertThrows(Failure.class, () -> write(sources, step -> {}));
        assertTrue(failure.sentence().contains(".heddle is no folder"), failure.sentence());
        assertEquals(FILES, count(false));
        assertEquals("mine", Files.readString(folder.resolve(".heddle")));
    }

    @Test
    void aDamagedJournalStopsTheWriteAndIsNeverFollowed() throws IOException {
        cutBeforeTheLastMove();
        Path journal = folder.resolve(".heddle/fix/journal");
        byte[] whole = Files.readAllBytes(journal);
        for (int length : new int[] {0, 1, whole.length / 2, whole.length - 1}) {
            Files.write(journal, java.util.Arrays.copyOf(whole, length));
            assertTrue(
                    assertThrows(Failure.class, this::recover).sentence().contains("is damaged"), "cut to " + length);
        }
        Files.write(journal, new byte[(int) Journal.LARGEST + 1]);
        assertThrows(Failure.class, this::recover);
        Files.delete(journal);
        Files.createSymbolicLink(journal, Files.write(folder.resolve("elsewhere"), whole));
        assertThrows(Failure.class, this::recover);
        assertEquals(FILES - 1, count(true));
    }

    /// A journal may come with a clone: it is followed for files below its folder alone, and never through a link.
    @Test
    void aJournalOfSomebodyElseChangesNothingOutside() throws IOException {
        Path outside =
                Files.writeString(Files.createDirectories(folder.resolve("out")).resolve("B.java"), "theirs");
        Path project = folder.resolve("project");
        Files.createDirectories(project.resolve(".git"));
        Path fix = Files.createDirectories(project.resolve(".heddle/fix"));
        Files.createSymbolicLink(project.resolve("link"), outside.getParent());
        Files.createSymbolicLink(project.resolve("B.java"), outside);
        List<String> paths = List.of("../out/B.java", outside.toString(), "link/B.java", "B.java", "a\0b");
        StringBuilder text = new StringBuilder("heddle-fix-journal 1\n");
        for (int i = 0; i < paths.size(); i++) {
            Files.writeString(fix.resolve("old-" + i), "planted");
            text.append("file ")
                    .append(Journal.digest("planted".getBytes(StandardCharsets.UTF_8)))
                    .append(' ')
                    .append(Journal.digest("theirs".getBytes(StandardCharsets.UTF_8)))
                    .append(' ')
                    .append(URLEncoder.encode(paths.get(i), StandardCharsets.UTF_8))
                    .append('\n');
        }
        String lines = text.toString();
        Files.writeString(
                fix.resolve("journal"), lines + "end " + Journal.digest(lines.getBytes(StandardCharsets.UTF_8)) + "\n");
        Recovery.run(List.of(project), said::add);
        assertEquals("theirs", Files.readString(outside));
        assertTrue(said.getFirst().contains("left as they are: ../out/B.java"), said::toString);
    }

    @Test
    void anOldTextThatIsNoLongerThereIsNamed() throws IOException {
        cutBeforeTheLastMove();
        Files.writeString(folder.resolve(".heddle/fix/old-0"), "planted");
        recover();
        assertTrue(said.getLast().contains("the old one is not in the journal: src/A0.java"), said::toString);
        assertEquals(List.of(now(0), old(1), old(2)), List.of(text(0), text(1), text(2)));
    }

    @Test
    void gitIgnoresTheFolderWhileItIsThere() throws IOException {
        cutBeforeTheLastMove();
        assertEquals("*\n", Files.readString(folder.resolve(".heddle/.gitignore")));
    }
}
