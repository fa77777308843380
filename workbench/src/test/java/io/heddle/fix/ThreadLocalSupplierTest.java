package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.fix.lock.World;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A thread-local cache becomes a supplier where each use of its object starts anew.
class ThreadLocalSupplierTest {

    private static final String CODE = """
            import java.text.SimpleDateFormat;
            import java.util.Date;
            import java.util.List;

            public class A {
                private static final int SIZE = 100;
                private static final ThreadLocal<StringBuilder> PAGES =
                        ThreadLocal.withInitial(() -> new StringBuilder(SIZE)); // kept

                public static String page(List<String> lines) {
                    StringBuilder page = PAGES.get();
                    page.setLength(0);
                    lines.forEach(line -> page.append(line).append(1));
                    return page.append("end").toString();
                }
            %s}
            """;

    @TempDir
    private Path folder;

    @Test
    void eachUseMakesANewObject() throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", CODE.replace("%s", "")));
        assertEquals("""
                import java.text.SimpleDateFormat;
                import java.util.Date;
                import java.util.List;
                import java.util.function.Supplier;

                public class A {
                    private static final int SIZE = 100;
                    private static final Supplier<StringBuilder> PAGES =
                            () -> new StringBuilder(SIZE); // kept

                    public static String page(List<String> lines) {
                        StringBuilder page = PAGES.get();
                        page.setLength(0);
                        lines.forEach(line -> page.append(line).append(1));
                        return page.append("end").toString();
                    }
                }
                """, fixed.text("A.java"), fixed::said);
    }

    @Test
    void whatDoesNotDependOnEarlierUsesNeedsNoReset() throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", """
                import java.text.SimpleDateFormat;
                import java.util.Date;

                public class A {
                    private static final ThreadLocal<SimpleDateFormat> DAY =
                            ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy-MM-dd"));

                    public static String day(Date date) {
                        return DAY.get().format(date);
                    }
                }
                """));
        assertEquals(true, fixed.text("A.java").contains("Supplier<SimpleDateFormat> DAY"), fixed::said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "public static StringBuilder page() { StringBuilder b = PAGES.get(); b.setLength(0); return b; }",
                "public static void add() { StringBuilder b = PAGES.get(); b.append(1); b.setLength(0); }",
                "public static void add() { StringBuilder b = PAGES.get(); b.setLength(1); }",
                "public static Object add() { StringBuilder b = PAGES.get(); b.setLength(0); return b.append(1); }",
                "public static void add(List<Object> all) { StringBuilder b = PAGES.get(); b.setLength(0); all.add(b); }",
                "public static int length() { return PAGES.get().length(); }",
                "public static void end() { PAGES.remove(); }",
                "public static ThreadLocal<StringBuilder> local() { return PAGES; }",
            })
    void anObjectThatIsHandedOnOrNotResetRefuses(String use) throws IOException {
        FixedCode.of(folder, World.APPLICATION, Map.of("A", CODE.replace("%s", use + "\n")))
                .assertRefused(Refusal.USED_OTHERWISE);
    }
}
