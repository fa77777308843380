package io.heddle.check.train;

import io.heddle.check.Pin;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds again what readers judged and what maintainers said, among the findings of today's rules.
final class Examples {

    private final Path jdk21;
    private final Path cache;
    private final Map<String, List<Checked>> checked = new HashMap<>();

    /// @param cache folder of one file for each class path that was checked
    Examples(Path jdk21, Path cache) {
        this.jdk21 = jdk21;
        this.cache = cache;
    }

    /// Judgements of which today's rules still have the finding. A finding counts where a class path of its
    /// draw has it, in their order, as when it was drawn.
    List<Example> judged(List<Judgement> judgements) throws IOException {
        List<Example> examples = new ArrayList<>();
        for (Judgement judgement : judgements) {
            find(judgement)
                    .ifPresent(finding -> examples.add(new Example(
                            judgement.id(),
                            judgement.library(),
                            judgement.right(),
                            finding.confidence(),
                            finding.features())));
        }
        return examples;
    }

    private Optional<Checked> find(Judgement judgement) throws IOException {
        for (String classPath : judgement.classPaths()) {
            boolean all = !judgement.isOfFirst();
            String key = classPath + (judgement.isOfService() ? " service" : all ? "" : " first");
            if (!checked.containsKey(key)) {
                checked.put(
                        key,
                        judgement.isOfService()
                                ? Checked.service(classPath, jdk21, cache)
                                : Checked.classPath(classPath, all, jdk21, cache));
            }
            Optional<Checked> found = checked.getOrDefault(key, List.of()).stream()
                    .filter(finding -> finding.artifact().equals(judgement.release())
                            && finding.rule().equals(judgement.rule())
                            && finding.simpleType().equals(judgement.type())
                            && finding.methodName().equals(judgement.method()))
                    .min(Comparator.comparing((Checked finding) -> Math.abs(finding.line() - judgement.line()))
                            .thenComparing(Checked::confidence));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /// The pins of the corpus: where one must be found its finding is right; where the method must be silent a
    /// finding is wrong.
    ///
    /// @param corpus folder of one folder for each release, with its class path in `cp.txt`
    List<Example> pins(Path corpus) throws IOException {
        List<Example> examples = new ArrayList<>();
        for (Pin pin : Pin.all()) {
            for (Pin.Case one : pin.cases()) {
                String artifact = pin.coordinate().substring(pin.coordinate().indexOf(':') + 1);
                Path file = corpus.resolve(artifact + "-" + one.version()).resolve("cp.txt");
                List<Path> classPath = Arrays.stream(
                                Files.readString(file).strip().split(File.pathSeparator))
                        .map(Path::of)
                        .toList();
                Checked.release("pin-" + artifact + "-" + one.version(), classPath, jdk21, cache).stream()
                        .filter(finding -> finding.on21()
                                && finding.type().equals(pin.type())
                                && finding.method().equals(pin.method()))
                        .min(Comparator.comparing(Checked::confidence))
                        .ifPresent(finding -> examples.add(
                                new Example("pin", artifact, one.found(), finding.confidence(), finding.features())));
            }
        }
        return examples;
    }
}
