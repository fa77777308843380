package io.heddle.fix.setting;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.read.Artifact;
import io.heddle.check.read.Setting;
import io.heddle.check.rule.FrameworkSetting;
import io.heddle.fix.Fixer;
import io.heddle.fix.Refusals;
import io.heddle.fix.source.ScratchFolder;
import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.Splice;
import io.heddle.fix.source.Splices;
import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Fix.Proof;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Answers findings of settings by edits of the files that have them.
public final class SettingMender {

    private static final String RESOURCES = "src/main/resources";
    private static final int DEEPEST = 7;
    private static final Pattern SETTINGS =
            Pattern.compile("(?:application|bootstrap)(?:-[^.]+)?\\.(?:properties|ya?ml)");
    private static final Pattern PLAIN = Pattern.compile("application\\.(?:properties|ya?ml)");
    private static final String SWITCH_OFF = FrameworkSetting.SWITCH
            + " is off: --switch turns it on, and carries over the limits of the pools that it ends";

    private final CheckOptions options;
    private final int jdk;
    private final List<Path> projects;
    private final boolean turnOn;
    private final Consumer<String> say;

    /// @param options of the check that found the findings
    /// @param jdk that findings must be gone on
    /// @param projects what the user named, where it is a folder
    /// @param turnOn whether Spring Boot's switch is turned on
    /// @param say is told of what takes time
    public SettingMender(CheckOptions options, int jdk, List<Path> projects, boolean turnOn, Consumer<String> say) {
        this.options = options;
        this.jdk = jdk;
        this.projects = projects;
        this.turnOn = turnOn;
        this.say = say;
    }

    /// The settings of one pool in one file, and the findings of them.
    private record Group(DeadPool pool, List<Answer> answers) {}

    public Fixer.Fixed run(Fixer.Fixed fixed) {
        long start = System.nanoTime();
        Map<String, Group> groups = groups(fixed.fix().answers());
        if (groups.isEmpty()) {
            return switched(fixed);
        }
        Metadata metadata = Metadata.of(options.libraries());
        Map<SourceFile, List<Splice>> splices = new LinkedHashMap<>();
        Map<String, Answer> answers = new HashMap<>();
        groups.values().forEach(group -> {
            switch (group.pool.edit(metadata::has)) {
                case DeadPool.Sought.Not not ->
                    group.answers.forEach(answer -> answers.put(answer.fingerprint(), refused(answer, not.refused())));
                case DeadPool.Sought.Found found -> {
                    splices.computeIfAbsent(group.pool.file(), _ -> new ArrayList<>())
                            .addAll(found.edit().splices());
                    group.answers.forEach(answer ->
                            answers.put(answer.fingerprint(), mended(answer, found.edit(), group.pool.file())));
                }
            }
        });
        Map<SourceFile, String> texts = new LinkedHashMap<>();
        splices.forEach((file, edits) -> texts.put(
                file, Splices.apply(file.text(), edits.stream().distinct().toList())));
        Optional<Finding> left = texts.isEmpty() ? Optional.empty() : left(texts, isMended(answers.values()));
        left.ifPresent(finding -> answers.replaceAll((_, answer) -> answer.kind() != Kind.MENDED
                ? answer
                : refused(
                        answer,
                        new Refused(
                                Refusal.SETTING_NOT_PLAIN,
                                "with the edit a check still finds " + finding.method() + " in " + finding.source()))));
        return fixed.with(
                fixed.fix().answers().stream()
                        .map(answer -> answers.getOrDefault(answer.fingerprint(), answer))
                        .toList(),
                left.isPresent() ? Map.of() : texts,
                List.of(),
                Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0);
    }

    /// With Spring Boot's switch turned on, if that is asked for and it is off; else with a note that it is off.
    private Fixer.Fixed switched(Fixer.Fixed fixed) {
        long start = System.nanoTime();
        List<SourceFile> files = projects.stream()
                .flatMap(project -> files(project).stream())
                .map(path -> SourceFile.read(path, SourceFile.name(path)))
                .toList();
        List<SourceFile> plain = files.stream()
                .filter(file -> PLAIN.matcher(fileName(file)).matches())
                .toList();
        Metadata metadata = Metadata.of(options.libraries());
        if (!metadata.has(FrameworkSetting.SWITCH) || plain.size() != 1) {
            String why = plain.size() == 1
                    ? "no library on the class path describes " + FrameworkSetting.SWITCH
                    : plain.size() + " files may have it, and not one";
            return turnOn ? fixed.with(List.of("the switch stays off: " + why)) : fixed;
        }
        return switch (new BootSwitch(plain.getFirst(), files).on(metadata::has)) {
            case BootSwitch.Turned.Set _ -> fixed;
            case BootSwitch.Turned.Not not ->
                turnOn ? fixed.with(List.of("the switch stays off: " + not.why())) : fixed;
            case BootSwitch.Turned.On _ when !turnOn -> fixed.with(List.of(SWITCH_OFF));
            case BootSwitch.Turned.On on -> {
                Map<SourceFile, String> texts = Map.of(plain.getFirst(), on.text());
                Optional<Finding> left = left(texts, finding -> finding.source().equals(fileName(plain.getFirst())));
                yield left.isPresent()
                        ? fixed.with(List.of("the switch stays off: a check with it still finds "
                                + left.orElseThrow().method()))
                        : fixed.with(
                                fixed.fix().answers(),
                                texts,
                                on.words(),
                                Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0);
            }
        };
    }

    private static String fileName(SourceFile file) {
        return String.valueOf(file.path().getFileName());
    }

    private Map<String, Group> groups(List<Answer> answers) {
        Map<String, Group> groups = new LinkedHashMap<>();
        Map<Path, SourceFile> read = new HashMap<>();
        for (Answer answer : answers) {
            Finding finding = answer.finding();
            Optional<String> pool = FrameworkSetting.pool(finding.method());
            if (answer.kind() == Kind.MENDED
                    || !finding.rule().equals(new FrameworkSetting().name())
                    || pool.isEmpty()) {
                continue;
            }
            List<Path> files = files(finding.source());
            if (files.size() != 1) {
                continue;
            }
            Path path = files.getFirst();
            String prefix = pool.orElseThrow();
            SourceFile file = read.computeIfAbsent(path, _ -> SourceFile.read(path, SourceFile.name(path)));
            Group group = groups.computeIfAbsent(path + " " + prefix, _ -> group(file, prefix, finding));
            boolean same = group.pool.lines().stream()
                    .anyMatch(line -> line.key().equals(finding.method()) && line.line() == finding.line());
            if (same) {
                group.answers.add(answer);
            }
        }
        groups.values()
                .removeIf(group -> group.answers.size() != group.pool.lines().size());
        return groups;
    }

    private static Group group(SourceFile file, String prefix, Finding finding) {
        Setting like = new Setting(
                "", "", finding.source(), 1, new Artifact(finding.artifact(), file.path(), Artifact.Role.TARGET));
        List<Setting> lines = DeadPool.read(file, like).stream()
                .filter(setting -> setting.isBelow(prefix))
                .toList();
        return new Group(new DeadPool(file, prefix, lines), new ArrayList<>());
    }

    private List<Path> files(String name) {
        return projects.stream()
                .flatMap(project -> files(project).stream())
                .filter(file -> file.endsWith(name))
                .toList();
    }

    /// All files of settings of a project.
    private static List<Path> files(Path project) {
        if (!Files.isDirectory(project)) {
            return List.of();
        }
        try (Stream<Path> files = Files.find(project, DEEPEST, (file, _) -> isOfSettings(file))) {
            return files.toList();
        } catch (IOException | java.io.UncheckedIOException unreadable) {
            return List.of();
        }
    }

    private static boolean isOfSettings(Path file) {
        Path folder = file.getParent();
        return folder != null
                && (folder.endsWith(RESOURCES) || folder.endsWith(RESOURCES + "/config"))
                && SETTINGS.matcher(String.valueOf(file.getFileName())).matches();
    }

    /// A finding that a check of the edited files still has.
    private Optional<Finding> left(Map<SourceFile, String> texts, Predicate<Finding> gone) {
        say.accept("checking the edited settings");
        try (ScratchFolder scratch = ScratchFolder.make()) {
            Check after = Checker.run(edited(texts, scratch.path()));
            return after.findings().stream()
                    .filter(finding -> finding.holdsOn(jdk) && gone.test(finding))
                    .findFirst();
        } catch (IOException e) {
            throw ScratchFolder.failure("the edited settings cannot be written", e);
        }
    }

    private static Predicate<Finding> isMended(Collection<Answer> answers) {
        List<String> gone = answers.stream()
                .filter(answer -> answer.kind() == Kind.MENDED)
                .map(answer ->
                        answer.finding().source() + " " + answer.finding().method())
                .toList();
        return finding -> gone.contains(finding.source() + " " + finding.method());
    }

    private CheckOptions edited(Map<SourceFile, String> texts, Path scratch) throws IOException {
        Map<Path, String> names = new HashMap<>(options.artifacts());
        List<Path> targets = new ArrayList<>();
        for (Path target : options.targets()) {
            if (!Files.isDirectory(target)) {
                targets.add(target);
                continue;
            }
            Path copy = scratch.resolve(String.valueOf(targets.size()));
            copy(target, copy);
            for (Map.Entry<SourceFile, String> text : texts.entrySet()) {
                Path path = text.getKey().path().toAbsolutePath().normalize();
                Path root = path;
                while (root != null && !root.endsWith(RESOURCES)) {
                    root = root.getParent();
                }
                Path built =
                        root == null ? copy : copy.resolve(root.relativize(path).toString());
                if (Files.isRegularFile(built)) {
                    Files.write(built, text.getValue().getBytes(text.getKey().charset()));
                }
            }
            names.put(copy, names.getOrDefault(target, String.valueOf(target.getFileName())));
            targets.add(copy);
        }
        return options.with(targets, options.libraries(), names).on(jdk).by(Set.of(new FrameworkSetting().name()));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }

    private static Answer mended(Answer answer, DeadPool.Edit edit, SourceFile file) {
        return new Answer(
                answer.finding(),
                answer.fingerprint(),
                Kind.MENDED,
                Mend.SETTING,
                Optional.empty(),
                edit.words(),
                "run your tests, and think of what the pool protected",
                List.of(file.name()),
                List.of(
                        new Proof(
                                Proof.Claim.GONE, Proof.State.PASSED, "a check with the edited file does not have it"),
                        new Proof(Proof.Claim.TESTS, Proof.State.NOT_RUN, "run your tests with the new settings")));
    }

    private static Answer refused(Answer answer, Refused no) {
        return new Answer(
                answer.finding(),
                answer.fingerprint(),
                Kind.REFUSED,
                Mend.SETTING,
                Optional.of(no.refusal()),
                no.why(),
                "heddle explain " + Refusals.name(no.refusal()),
                List.of(),
                List.of());
    }
}
