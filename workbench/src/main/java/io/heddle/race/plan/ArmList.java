package io.heddle.race.plan;

import io.heddle.model.Arm;
import io.heddle.model.Arm.Build;
import io.heddle.model.Failure;
import io.heddle.model.Redaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Reads the arms of a race as `--arms` takes them: `platform@21,virtual@25,virtual@21=patched.jar`.
public final class ArmList {

    private static final int LEAST = 2;
    private static final int MOST = 4;
    private static final Pattern FORM =
            Pattern.compile("(?<mode>platform|virtual)(?:@(?<jdk>[^=]{1,4096}))?(?:=(?<jar>.{1,4096}))?");
    private static final String TAKES =
            "--arms takes two to four of platform and virtual, each perhaps with @JDK (a release or a JDK's home)"
                    + " and =JAR: --arms platform@21,virtual@25,virtual@21=patched.jar";

    private ArmList() {}

    /// @param texts one an arm, the one that the others are held against first
    /// @param alsoThreads size of the server's pool in one more platform arm
    /// @throws Failure when one is no arm, two are the same, or there are too few or too many
    public static List<Arm> parse(List<String> texts, OptionalInt alsoThreads) {
        List<Asked> asked = texts.stream().map(ArmList::read).toList();
        if (asked.size() < LEAST) {
            throw new Failure("one arm has nothing to be compared with", TAKES);
        }
        if (asked.size() + (alsoThreads.isPresent() ? 1 : 0) > MOST) {
            throw new Failure("a race has no more than " + MOST + " arms, with that of --also-threads", TAKES);
        }
        List<Arm> arms = new ArrayList<>(areEqual(asked) ? numbered(asked) : distinct(asked));
        alsoThreads.ifPresent(n -> arms.add(new Arm(
                "platform-of-" + n,
                Arm.Mode.PLATFORM,
                OptionalInt.of(n),
                arms.getFirst().build(),
                Arm.Seen.NOTHING)));
        return List.copyOf(arms);
    }

    /// @param typed as the user wrote it
    private record Asked(String typed, Arm.Mode mode, Optional<String> jdk, Optional<String> jar) {

        Arm labelled(String label) {
            return new Arm(label, mode, OptionalInt.empty(), new Build(jdk, jar), Arm.Seen.NOTHING);
        }

        /// Without the folders of the JDK and the jar.
        String brief() {
            UnaryOperator<String> last =
                    path -> Optional.ofNullable(Path.of(path).getFileName())
                            .map(Path::toString)
                            .orElse(path);
            return mode.name().toLowerCase(java.util.Locale.ROOT)
                    + jdk.map(home -> "@" + last.apply(home)).orElse("")
                    + jar.map(file -> "=" + last.apply(file)).orElse("");
        }
    }

    private static Asked read(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new Failure("'" + Redaction.text(text.strip()) + "' is no arm", TAKES);
        }
        return new Asked(
                text.strip(),
                form.group("mode").equals("virtual") ? Arm.Mode.VIRTUAL : Arm.Mode.PLATFORM,
                Optional.ofNullable(form.group("jdk")).map(String::strip),
                Optional.ofNullable(form.group("jar")).map(String::strip));
    }

    /// Arms of the race's own build that differ in nothing show its noise.
    private static boolean areEqual(List<Asked> asked) {
        Asked first = asked.getFirst();
        return first.jdk().isEmpty() && first.jar().isEmpty() && asked.stream().allMatch(other -> other.equals(first));
    }

    private static List<Arm> numbered(List<Asked> asked) {
        return IntStream.range(0, asked.size())
                .mapToObj(i -> asked.get(i).labelled(asked.get(i).typed() + "-" + (i + 1)))
                .toList();
    }

    /// Labels are brief, unless two would be the same.
    private static List<Arm> distinct(List<Asked> asked) {
        Set<String> typed = new HashSet<>();
        for (Asked one : asked) {
            if (!typed.add(one.typed())) {
                throw new Failure(
                        "the arm " + Redaction.text(one.typed()) + " is there twice",
                        "name each arm once; equal arms, which show the noise, are --arms platform,platform or"
                                + " --arms virtual,virtual, on another JDK with --jdk");
            }
        }
        boolean clear = asked.stream().map(Asked::brief).distinct().count() == asked.size();
        return asked.stream()
                .map(one -> one.labelled(clear ? one.brief() : one.typed()))
                .toList();
    }
}
