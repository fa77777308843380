package io.heddle.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Java source that `fix` edits, damaged: other tokens, lines that are gone or doubled, other line ends and encodings,
/// a
/// byte order mark, no last line end.
public final class SourceMutants {

    private static final String BLOCKS = """
            import java.util.ArrayList;

            /* a comment, with synchronized (in) { it } */
            public class A {
                private final Object lock = new Object(); // "lock"
                String text = "synchronized (lock) {";

                public void slow() throws InterruptedException {
                    synchronized (lock) { // long
                        Thread.sleep(10);
                    }
                }

                public int count() {
                    synchronized (this.lock) { return new ArrayList<String>().size(); }
                }
            }
            """;
    private static final String SIGNALS = """
            public class A {
                private boolean open;

                public synchronized void await(long millis) throws InterruptedException {
                    while (!open) {
                        this.wait(500);
                    }
                }

                @Deprecated
                public final synchronized /* why */ void open() throws InterruptedException {
                    open = true;
                    Thread.sleep(10);
                    notifyAll();
                }
            }
            """;
    private static final String NESTED = """
            public class A {
                static class Entry {
                    int uses;
                }

                Entry current = new Entry();

                public void slow(int kind) throws InterruptedException {
                    switch (kind) {
                        case 1:
                            synchronized (current) {
                                current = new Entry();
                                Thread.sleep(10);
                            }
                            break;
                        default:
                            Runnable later = () -> {
                                if (kind > 2)
                                    synchronized (current) {
                                        current.uses++;
                                    }
                            };
                            later.run();
                    }
                }
            }
            """;
    private static final String FAMILY = """
            public class A {
            \tString caf\u00e9 = \"""
            \t\tsynchronized void not() {}
            \t\t\""";
            \tsynchronized void quick() {}
            \tpublic static class Sub extends A {
            \t\tpublic synchronized void slow() throws InterruptedException { Thread.sleep(10); }
            \t}
            \tObject anonymous = new Object() {
            \t\tsynchronized void own() { hashCode(); }
            \t};
            }""";

    private SourceMutants() {}

    /// The sources that mutants are made of, each the class `A` of the unnamed package.
    public static List<String> originals() {
        return List.of(BLOCKS, SIGNALS, NESTED, FAMILY);
    }

    /// The bytes of a mutant of one of them. A few are as they were but for their line ends or encoding.
    public static byte[] of(String original, Random random) {
        String text = random.nextInt(8) == 0 ? original : Texts.mutate(original, random);
        text = switch (random.nextInt(6)) {
            case 0 -> text.replace("\n", "\r\n");
            case 1 -> text.replace('\n', '\r');
            case 2 -> "\ufeff" + text;
            case 3 -> text.stripTrailing();
            default -> text;
        };
        byte[] bytes = text.getBytes(Map.of(0, StandardCharsets.ISO_8859_1, 1, StandardCharsets.UTF_16)
                .getOrDefault(random.nextInt(8), StandardCharsets.UTF_8));
        return random.nextInt(8) == 0 ? Bits.blind(bytes, random) : bytes;
    }
}
