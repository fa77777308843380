package io.heddle.check.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Odds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Answers that are kept come back whole or not at all.
class StoreTest {

    @TempDir
    private Path folder;

    @Test
    void whatIsKeptComesBackAsItWas() {
        Store store = new Store(folder.resolve("new"));
        assertEquals(Optional.empty(), store.get("name"));
        store.put("name", check(3));
        assertEquals(Optional.of(check(3)), store.get("name"));
        assertEquals(Optional.empty(), store.get("other"));
    }

    @Test
    void aFileThatIsHalfWrittenOrDamagedIsNoAnswer() throws IOException {
        Store store = new Store(folder);
        store.put("name", check(3));
        Path file = folder.resolve("name.check");
        byte[] whole = Files.readAllBytes(file);
        for (int length : new int[] {0, 1, 20, whole.length / 2, whole.length - 1}) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertEquals(Optional.empty(), store.get("name"), () -> length + " bytes");
        }
        byte[] damaged = whole.clone();
        damaged[whole.length / 2] ^= 1;
        Files.write(file, damaged);
        assertEquals(Optional.empty(), store.get("name"));
        store.put("name", check(4));
        assertEquals(Optional.of(check(4)), store.get("name"));
    }

    @Test
    void whoReadsWhileOthersWriteSeesAWholeAnswer() throws IOException {
        Store store = new Store(folder);
        store.put("name", check(50));
        IntStream.range(0, 40).parallel().forEach(i -> {
            if (i % 2 == 0) {
                store.put("name", check(50));
            } else {
                assertEquals(Optional.of(check(50)), store.get("name"));
            }
        });
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(folder.resolve("name.check")), files.toList());
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsNoCache() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Store store = new Store(file.resolve("below"));
        store.put("name", check(1));
        assertEquals(Optional.empty(), store.get("name"));
    }

    @Test
    void aNameHangsOnEveryByteAndEveryWord() throws IOException {
        Path jar = Files.writeString(folder.resolve("a.jar"), "one");
        String one = new Key().files(List.of(jar)).hex();
        assertEquals(one, new Key().files(List.of(jar)).hex());
        Files.writeString(jar, "two");
        assertNotEquals(one, new Key().files(List.of(jar)).hex());
        Path classes = Files.createDirectory(folder.resolve("classes"));
        String empty = new Key().files(List.of(classes)).hex();
        Files.writeString(classes.resolve("A.class"), "code");
        assertNotEquals(empty, new Key().files(List.of(classes)).hex());
        assertNotEquals(
                new Key().text("ab").text("c").hex(),
                new Key().text("a").text("bc").hex());
        assertTrue(one.matches("[0-9a-f]{64}"), one);
    }

    private static Check check(int findings) {
        List<Finding> list = IntStream.range(0, findings)
                .mapToObj(i -> new Finding(
                        "rule",
                        21,
                        i % 2 == 0 ? Optional.of(23) : Optional.empty(),
                        Severity.STALL,
                        Confidence.LIKELY,
                        "why " + i,
                        new Odds(List.of(new Odds.Feature("calls", i, -0.5))),
                        Reach.REQUEST,
                        Finding.Context.UNKNOWN,
                        "g:a:1",
                        "Type",
                        "m" + i,
                        "()V",
                        "Type.java",
                        i,
                        List.of(
                                new Finding.Step("Type", "m" + i, "()V", i, "g:a:1"),
                                new Finding.Step("Ünï", "s", "()V", 0, "jdk")),
                        "Ünï.s",
                        "",
                        Optional.empty()))
                .toList();
        return new Check(
                "",
                List.of(),
                List.of("a.jar"),
                List.of(21, 25),
                new Check.Read(
                        1,
                        2,
                        4,
                        3,
                        1,
                        List.of(new Check.UnknownSite("s", "c", 12)),
                        List.of(new Check.Unreadable("a.jar!/B.class", "damaged"))),
                list,
                List.of("a note"),
                1.5);
    }
}
