package io.heddle.fix;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import io.heddle.check.CheckOptions;
import io.heddle.fix.Fixer.Fixed;
import io.heddle.fix.lock.World;
import io.heddle.fix.source.MonitorStatement;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.UnifiedDiff;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// A release with fix's patch, written and compiled apart from fix's own proofs, and fixed a second time.
///
/// @param first the answers of the first fix
/// @param second those of a fix of the patched release; empty where it does not compile
/// @param texts the old and the new text by the name of the file
/// @param failure what javac said; empty where it compiles
record PatchedRelease(
        List<Answer> first, List<Answer> second, Map<String, Texts> texts, Path sources, Optional<String> failure) {

    /// A line that an edit may take away: it is about a monitor, or declares what is locked.
    private static final Pattern OF_MONITOR = Pattern.compile("synchronized|\\bwait\\b|notify|\\bObject\\b");

    record Texts(Path file, String before, String after) {}

    /// Runs fix.
    interface Again {
        Fixed fix(CheckOptions options, Path sources, World world);
    }

    /// What is true of the part of the patch that answers a row.
    ///
    /// @param monitors statements that took the monitor before, and do not after
    /// @param maintainers methods of those files in which the maintainers took a monitor away
    /// @param covered how many of them the patch changes too
    /// @param wrong what must not be; empty where all is well
    record Facts(int monitors, int maintainers, int covered, int added, int removed, Optional<String> wrong) {

        boolean isRight() {
            return wrong.isEmpty();
        }
    }

    static PatchedRelease of(Fixed fixed, CheckOptions options, Path sources, Again again) throws IOException {
        Path folder = Files.createDirectories(Path.of(sources + "-patched"));
        Path classes = Files.createDirectories(Path.of(sources + "-classes"));
        try (Stream<Path> all = Files.walk(sources)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path to = folder.resolve(sources.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
        List<Path> changed = new ArrayList<>();
        Map<String, Texts> texts = new LinkedHashMap<>();
        for (Map.Entry<SourceFile, String> entry : fixed.texts().entrySet()) {
            Path inside =
                    sources.toAbsolutePath().relativize(entry.getKey().path().toAbsolutePath());
            changed.add(Files.write(
                    folder.resolve(inside.toString()),
                    entry.getValue().getBytes(entry.getKey().charset())));
            texts.put(entry.getKey().name(), new Texts(inside, entry.getKey().text(), entry.getValue()));
        }
        Optional<String> failure = compile(changed, options, classes);
        List<Answer> second = failure.isPresent()
                ? List.of()
                : again.fix(in(options, classes), folder, World.APPLICATION)
                        .fix()
                        .answers();
        return new PatchedRelease(fixed.fix().answers(), second, texts, sources, failure);
    }

    private static CheckOptions in(CheckOptions options, Path classes) {
        Map<Path, String> names = new HashMap<>(options.artifacts());
        String name = names.get(options.targets().getFirst());
        if (name != null) {
            names.put(classes, name);
        }
        return new CheckOptions(
                Stream.concat(Stream.of(classes), options.targets().stream()).toList(),
                options.libraries(),
                names,
                options.jdks(),
                options.jdkHomes(),
                options.all(),
                options.confidence(),
                options.rules());
    }

    private static Optional<String> compile(List<Path> files, CheckOptions options, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        String path = Stream.concat(options.targets().stream(), options.libraries().stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            said,
                            manager,
                            null,
                            List.of("-nowarn", "-proc:none", "-g", "-cp", path, "-d", classes.toString()),
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
            return compiled ? Optional.empty() : Optional.of(said.toString());
        }
    }

    /// @param isAsked which answers are the row's
    /// @param successor sources of the release in which the maintainers did it
    Facts facts(Predicate<Answer> isAsked, Path successor) throws IOException {
        List<Answer> mended = first.stream()
                .filter(isAsked)
                .filter(answer -> answer.kind() == Kind.MENDED)
                .toList();
        int monitors = 0;
        int added = 0;
        int removed = 0;
        Set<String> theirs = new HashSet<>();
        Set<String> ours = new HashSet<>();
        Optional<String> wrong = failure.map(
                said -> "does not compile: " + said.lines().findFirst().orElse(""));
        for (String name : mended.stream()
                .flatMap(answer -> answer.files().stream())
                .distinct()
                .toList()) {
            Texts both = Objects.requireNonNull(texts.get(name));
            Map<String, Long> before = monitors(both.before);
            Map<String, Long> after = monitors(both.after);
            Path next = successor.resolve(both.file.toString());
            Map<String, Long> upstream = Files.exists(next) ? monitors(Files.readString(next)) : before;
            monitors += (int) (before.values().stream().mapToLong(n -> n).sum()
                    - after.values().stream().mapToLong(n -> n).sum());
            before.forEach((method, count) -> {
                if (upstream.getOrDefault(method, 0L) < count) {
                    theirs.add(name + method);
                }
                if (after.getOrDefault(method, 0L) < count) {
                    ours.add(name + method);
                }
            });
            for (String line : UnifiedDiff.of(name, both.before, both.after)
                    .lines()
                    .skip(2)
                    .toList()) {
                added += line.startsWith("+") ? 1 : 0;
                removed += line.startsWith("-") ? 1 : 0;
                if (line.startsWith("-") && !OF_MONITOR.matcher(line).find()) {
                    wrong = wrong.or(() -> Optional.of("takes away " + line.strip()));
                }
            }
        }
        Set<String> known = first.stream().map(Answer::fingerprint).collect(Collectors.toSet());
        Set<String> gone = mended.stream().map(Answer::fingerprint).collect(Collectors.toSet());
        for (Answer answer : second) {
            if (answer.kind() == Kind.MENDED && isAsked.test(answer)) {
                wrong = wrong.or(() ->
                        Optional.of("a second fix mends " + answer.finding().method()));
            }
            if (gone.contains(answer.fingerprint())) {
                wrong = wrong.or(() -> Optional.of("the finding is still there"));
            }
            if (!known.contains(answer.fingerprint())
                    && !answer.finding().rule().equals("known-fix")) {
                wrong = wrong.or(() -> Optional.of("a new finding in "
                        + answer.finding().type() + "." + answer.finding().method()));
            }
        }
        int total = theirs.size();
        theirs.retainAll(ours);
        return new Facts(monitors, total, theirs.size(), added, removed, wrong);
    }

    /// How many monitors each method enters, by its class and name.
    private static Map<String, Long> monitors(String text) {
        ParsedSource source = ParsedSource.parse(new SourceFile(
                        Path.of("A.java"), "A.java", new byte[0], java.nio.charset.StandardCharsets.UTF_8, text))
                .orElseThrow();
        return source.monitors().stream()
                .filter(statement -> !(statement instanceof MonitorStatement.Signal))
                .collect(Collectors.groupingBy(statement -> method(source, statement), Collectors.counting()));
    }

    private static String method(ParsedSource source, MonitorStatement statement) {
        String type = statement.enclosing().getSimpleName().toString();
        return type + "."
                + switch (statement) {
                    case MonitorStatement.Whole whole -> whole.tree().getName();
                    case MonitorStatement.Block block -> {
                        TreePath at = source.path(block.tree()).orElseThrow();
                        while (!(at.getLeaf() instanceof MethodTree) && !(at.getLeaf() instanceof ClassTree)) {
                            at = at.getParentPath();
                        }
                        yield at.getLeaf() instanceof MethodTree method ? method.getName() : "";
                    }
                    case MonitorStatement.Signal _ -> "";
                };
    }
}
