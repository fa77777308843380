package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.Compiled;
import io.heddle.fix.lock.World;
import io.heddle.model.Check;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Fix;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Code that stands in a test, compiled, checked for JDK 21 and fixed.
record FixedCode(Fix fix, Map<String, String> texts) {

    /// @param folder to work in
    /// @param sources by the name of the class, in the unnamed package
    static FixedCode of(Path folder, World world, Map<String, String> sources) throws IOException {
        Path classes = Compiled.all(Files.createTempDirectory(folder, "classes"), sources, List.of());
        Path root = Files.createTempDirectory(folder, "src");
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Files.writeString(root.resolve(source.getKey() + ".java"), source.getValue());
        }
        return of(classes, root, world);
    }

    static FixedCode of(Path classes, Path root, World world) {
        return of(classes, root, world, Set.of());
    }

    static FixedCode of(Path classes, Path root, World world, Set<Refusal> allowed) {
        return of(classes, List.of(), root, world, allowed);
    }

    /// An application with libraries.
    static FixedCode of(Path classes, List<Path> libraries, Path root) {
        return of(classes, libraries, root, World.APPLICATION, Set.of());
    }

    private static FixedCode of(Path classes, List<Path> libraries, Path root, World world, Set<Refusal> allowed) {
        CheckOptions options = new CheckOptions(
                List.of(classes), libraries, Map.of(), List.of(21, 25), Map.of(), false, Confidence.LIKELY, Set.of());
        Check check = Checker.run(options);
        Fixer.Fixed fixed = Fixer.run(
                check,
                options,
                new FixOptions(
                        21, List.of(root), List.of(), world, Set.of(), Set.of(), Set.of(), allowed, Optional.empty()),
                _ -> {});
        Map<String, String> texts = new LinkedHashMap<>();
        fixed.texts()
                .forEach((file, text) -> texts.put(file.path().getFileName().toString(), text));
        return new FixedCode(fixed.fix(), texts);
    }

    /// The refusals of what the rules of monitors found.
    List<Refusal> refusals() {
        return fix.answers().stream()
                .map(Fix.Answer::refusal)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /// All findings are refused for one reason, and `A.java` stays as it is.
    void assertRefused(Refusal refusal) {
        assertEquals(List.of(refusal), refusals(), this::said);
        assertEquals("", text("A.java"));
    }

    /// The class `A` looks like this once it is fixed, and all proofs passed.
    static void assertEdit(Path folder, String before, String after) throws IOException {
        FixedCode fixed = of(folder, World.APPLICATION, Map.of("A", before));
        assertEquals(after, fixed.text("A.java"), fixed::said);
        List<Fix.Proof> failed = fixed.fix().answers().stream()
                .flatMap(answer -> answer.proofs().stream())
                .filter(proof -> proof.state() == Fix.Proof.State.FAILED)
                .toList();
        assertEquals(List.of(), failed);
    }

    /// What a class promises in whichever form.
    interface Contract {

        void heldBy(Class<?> type) throws Exception;
    }

    /// Runs the class `A` as it is written and as it is edited.
    ///
    /// @param folder to work in
    /// @param mark is in the edited form
    static void assertHeldByBothForms(Path folder, String code, String mark, Contract contract) throws Exception {
        String edited = of(folder, World.APPLICATION, Map.of("A", code)).text("A.java");
        assertTrue(edited.contains(mark));
        for (String form : List.of(code, edited)) {
            Path classes = Compiled.all(Files.createTempDirectory(folder, "form"), Map.of("A", form), List.of());
            try (URLClassLoader loader =
                    new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
                contract.heldBy(loader.loadClass("A"));
            }
        }
    }

    /// The new text of a file; empty where it stays as it is.
    String text(String file) {
        return texts.getOrDefault(file, "");
    }

    boolean isMended() {
        return fix.answers().stream().anyMatch(answer -> answer.kind() == Fix.Kind.MENDED);
    }

    String said() {
        return fix.answers().stream()
                .map(answer -> answer.kind() + " " + answer.finding().rule() + " " + answer.why() + "\n")
                .reduce("", String::concat);
    }
}
