package io.heddle.race.arm;

import io.heddle.model.Arm;
import io.heddle.model.Failure;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import io.heddle.race.target.ExecLine;
import io.heddle.race.target.Jdk;
import io.heddle.race.target.TargetJar;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The JDK and the jar of an arm: its own where it names one, else those of the race.
public final class ArmBuild {

    /// Releases with virtual threads.
    private static final Pattern NEWER = Pattern.compile("2[1-9]|[3-9]\\d");

    private ArmBuild() {}

    /// @throws Failure when there is none, or it has no virtual threads
    public static Jdk jdk(RaceOptions options, Arm arm) {
        Optional<String> own = arm.build().jdk();
        if (own.isEmpty()) {
            return Jdk.find(options.jdk());
        }
        String spec = own.orElseThrow();
        String release = NEWER.matcher(spec).matches() ? spec : "25";
        return said(
                arm,
                () -> Jdk.find(spec),
                Optional.of("--arms takes a release or a JDK's home after @, such as virtual@" + release
                        + " or virtual@/opt/jdk-" + release + "; JDKs are at https://adoptium.net, and HEDDLE_JDK"
                        + release + "=HOME names one that lies elsewhere"));
    }

    /// The target with the arm's own jar.
    ///
    /// @throws Failure when nobody can tell where a jar would go
    public static TargetChoice choice(RaceOptions options, Arm arm) {
        return arm.build()
                .jar()
                .map(jar -> withJar(options.target(), Path.of(jar), arm))
                .orElse(options.target());
    }

    private static TargetChoice withJar(TargetChoice target, Path jar, Arm arm) {
        return switch (target) {
            case TargetChoice.Jar(Path file, List<String> arguments) -> new TargetChoice.Jar(jar, arguments);
            case TargetChoice.Demo(Path service, Path backstage) -> new TargetChoice.Demo(jar, backstage);
            case TargetChoice.Exec exec ->
                throw new Failure(
                        "the arm " + arm.label() + " has a jar of its own, and an --exec line says itself what runs",
                        "race the jar, heddle race app.jar, and let arms take another after =");
            case TargetChoice.Urls urls -> throw new IllegalArgumentException("nothing is started");
        };
    }

    /// What an arm's jar tells of itself; empty when none is known.
    ///
    /// @throws Failure when it is missing or no runnable jar
    static Optional<TargetJar> jar(TargetChoice choice, Arm arm) {
        return switch (choice) {
            case TargetChoice.Jar(Path file, List<String> arguments) -> Optional.of(read(file, arm));
            case TargetChoice.Exec(String line, List<String> arguments) -> jarIn(ExecLine.splitWithJava(line));
            case TargetChoice.Demo(Path service, Path backstage) -> Optional.of(read(service, arm));
            case TargetChoice.Urls urls -> throw new IllegalArgumentException("nothing is started");
        };
    }

    private static TargetJar read(Path file, Arm arm) {
        return arm.build().jar().isEmpty()
                ? TargetJar.read(file)
                : said(arm, () -> TargetJar.read(file), Optional.empty());
    }

    private static Optional<TargetJar> jarIn(List<String> words) {
        int flag = words.indexOf("-jar");
        return flag >= 0 && flag + 1 < words.size()
                ? Optional.of(TargetJar.read(Path.of(words.get(flag + 1))))
                : Optional.empty();
    }

    /// A failure of one arm's own JDK or jar says which arm it is.
    private static <T> T said(Arm arm, Supplier<T> look, Optional<String> next) {
        try {
            return look.get();
        } catch (Failure failure) {
            throw new Failure(
                    "the arm " + arm.label() + ": " + failure.sentence(), next.orElse(failure.next()), failure);
        }
    }
}
