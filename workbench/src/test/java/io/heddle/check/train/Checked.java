package io.heddle.check.train;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.Csv;
import io.heddle.check.Pin;
import io.heddle.check.input.Inputs;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Odds.Feature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A finding of a check with its features, kept in a file so that the class path needs no second check.
///
/// @param artifact without its group, as `artifact:version`
/// @param type binary name of the class
/// @param method name and descriptor
/// @param on21 whether it holds on JDK 21
record Checked(
        String artifact,
        String rule,
        String type,
        String method,
        int line,
        boolean on21,
        Confidence confidence,
        Map<String, Double> features) {

    /// The findings of a release, whatever their confidence.
    ///
    /// @param all whether its libraries are checked as it is
    /// @param cache folder of one file for each class path
    static List<Checked> classPath(String coordinates, boolean all, Path jdk21, Path cache) throws IOException {
        Path file = cache.resolve((all ? "" : "first-") + coordinates.replace(':', '_') + ".csv");
        if (!Files.exists(file)) {
            write(file, options(Inputs.of(List.of(coordinates), List.of(), false, System.err::println), all, jdk21));
        }
        return read(file);
    }

    /// The same of a whole service, as a user checks it: its war or fat jar.
    ///
    /// @param coordinates see [Central]
    static List<Checked> service(String coordinates, Path jdk21, Path cache) throws IOException {
        Path file = cache.resolve("service-" + coordinates.replace(':', '_') + ".csv");
        if (!Files.exists(file)) {
            Path archive = Central.fetch(coordinates, Files.createDirectories(cache));
            write(
                    file,
                    options(
                            Inputs.of(List.of(archive.toString()), List.of(), true, System.err::println),
                            false,
                            jdk21));
            Files.delete(archive);
        }
        return read(file);
    }

    private static CheckOptions options(Inputs inputs, boolean all, Path jdk21) {
        return new CheckOptions(
                inputs.targets(),
                inputs.libraries(),
                inputs.artifacts(),
                List.of(21, 25),
                Map.of(21, jdk21),
                inputs.service(),
                all,
                Confidence.POSSIBLE,
                Set.of(),
                Map.of());
    }

    /// The same of one release alone, whose libraries are told apart by the files of its class path.
    static List<Checked> release(String name, List<Path> classPath, Path jdk21, Path cache) throws IOException {
        Path file = cache.resolve(name + ".csv");
        if (!Files.exists(file)) {
            write(file, Pin.options(classPath, jdk21));
        }
        return read(file);
    }

    private static void write(Path file, CheckOptions options) throws IOException {
        List<Finding> findings = Checker.run(options).findings();
        System.err.println(file.getFileName() + ": " + findings.size() + " findings");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(
                file,
                Stream.concat(
                                Stream.of("artifact,rule,class,method,line,21,confidence,features"),
                                findings.stream().map(Checked::line))
                        .toList());
    }

    private static String line(Finding finding) {
        return String.join(
                ",",
                finding.artifact().substring(finding.artifact().indexOf(':') + 1),
                finding.rule(),
                finding.type(),
                finding.method() + finding.descriptor(),
                "" + finding.line(),
                "" + finding.holdsOn(21),
                finding.confidence().name(),
                features(finding.odds().features()));
    }

    private static String features(List<Feature> features) {
        return features.stream()
                .map(feature -> feature.name() + "=" + feature.value())
                .collect(Collectors.joining(";", "\"", "\""));
    }

    private static List<Checked> read(Path file) throws IOException {
        return Csv.read(file).stream()
                .map(row -> new Checked(
                        row.get(0),
                        row.get(1),
                        row.get(2),
                        row.get(3),
                        Integer.parseInt(row.get(4)),
                        Boolean.parseBoolean(row.get(5)),
                        Confidence.valueOf(row.get(6)),
                        features(row.get(7))))
                .toList();
    }

    static Map<String, Double> features(String cell) {
        Map<String, Double> features = new LinkedHashMap<>();
        for (String feature : cell.split(";")) {
            int at = feature.lastIndexOf('=');
            features.put(feature.substring(0, at), Double.valueOf(feature.substring(at + 1)));
        }
        return features;
    }

    /// Name of the class as judgements have it.
    String simpleType() {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /// Name of the method as judgements have it.
    String methodName() {
        return method.replaceAll("\\(.*", "");
    }
}
