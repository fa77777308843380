package io.heddle.fix.upgrade;

import io.heddle.check.CheckOptions;
import io.heddle.fix.Fixer;
import io.heddle.fix.Refusals;
import io.heddle.fix.build.Library;
import io.heddle.fix.build.VersionEdit;
import io.heddle.fix.source.SourceFile;
import io.heddle.maven.MavenJars;
import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Owner;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Fix.Proof;
import io.heddle.model.Refused;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Answers the findings of libraries by releases that mend them.
public final class Upgrader {

    private final Check check;
    private final CheckOptions options;
    private final int jdk;
    private final List<Path> projects;
    private final boolean offline;
    private final UpgradeSearch search;
    private final Consumer<String> say;

    /// @param check what was found
    /// @param options of that check
    /// @param jdk that findings must be gone on
    /// @param projects what the user named, where it is a folder
    /// @param offline whether the network is left alone
    /// @param search how long to look
    /// @param say is told of what takes time
    public Upgrader(
            Check check,
            CheckOptions options,
            int jdk,
            List<Path> projects,
            boolean offline,
            UpgradeSearch search,
            Consumer<String> say) {
        this.search = search;
        this.check = check;
        this.options = options;
        this.jdk = jdk;
        this.projects = projects;
        this.offline = offline;
        this.say = say;
    }

    /// What a search might mend; empty where nothing.
    public static Optional<String> offer(Fixer.Fixed fixed) {
        Map<Library, Set<String>> findings = findings(fixed.fix().answers());
        int all = findings.values().stream().mapToInt(Set::size).sum();
        int libraries = findings.size();
        return libraries == 0
                ? Optional.empty()
                : Optional.of(all + (all == 1 ? " finding is in " : " findings are in ") + libraries
                        + (libraries == 1 ? " library" : " libraries")
                        + ": --upgrades looks for releases that mend them, which takes minutes and the network");
    }

    /// Looks for releases for all findings of libraries that have no other mend.
    public Fixer.Fixed run(Fixer.Fixed fixed) {
        long start = System.nanoTime();
        Map<Library, Set<String>> findings = findings(fixed.fix().answers());
        if (findings.isEmpty()) {
            return fixed;
        }
        try (MavenJars maven = MavenJars.open(offline)) {
            Service service = MavenService.in(projects, options, maven, offline, say)
                    .orElseGet(() -> new UnpackedService(options, projects, maven));
            return run(fixed, service, maven, findings, start);
        }
    }

    private Fixer.Fixed run(
            Fixer.Fixed fixed, Service known, MavenJars maven, Map<Library, Set<String>> findings, long start) {
        try (Service service = known;
                Upgrades upgrades = new Upgrades(service, check, jdk, maven, search, say)) {
            Upgrades.Found found = upgrades.find(findings);
            List<VersionEdit> edits = found.offered().stream()
                    .flatMap(each -> each.edits().stream())
                    .toList();
            return fixed.with(
                    fixed.fix().answers().stream()
                            .map(answer -> answer(answer, found))
                            .toList(),
                    VersionEdit.texts(edits),
                    found.notes(),
                    Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0);
        }
    }

    /// What a library has: a rule's finding in its code that nothing else mends.
    private static Map<Library, Set<String>> findings(List<Answer> answers) {
        Map<Library, Set<String>> findings = new LinkedHashMap<>();
        answers.stream()
                .filter(answer -> answer.kind() != Kind.MENDED)
                .filter(answer -> answer.finding().context().owner() == Owner.LIBRARY)
                .forEach(answer -> Library.of(answer.finding().artifact())
                        .ifPresent(library -> findings.computeIfAbsent(library, _ -> new LinkedHashSet<>())
                                .add(answer.fingerprint())));
        return findings;
    }

    private Answer answer(Answer answer, Upgrades.Found found) {
        String name = answer.fingerprint();
        Optional<Candidate> by = found.gone().contains(name)
                ? found.offered().stream()
                        .filter(candidate -> candidate.gone().contains(name))
                        .findFirst()
                : Optional.empty();
        if (by.isPresent() && answer.kind() != Kind.MENDED) {
            return mended(answer, by.orElseThrow(), found);
        }
        Refused no = found.refused().get(name);
        return no == null || answer.kind() == Kind.MENDED ? answer : refused(answer, no);
    }

    private Answer mended(Answer answer, Candidate by, Upgrades.Found found) {
        Library library = by.change().library();
        String also = by.fresh().isEmpty()
                ? ""
                : "; new, and no worse: "
                        + by.fresh().stream()
                                .map(finding -> finding.rule() + " at " + finding.type() + "." + finding.method())
                                .collect(Collectors.joining(", "));
        if (by.edits().isEmpty()) {
            return advised(answer, by, also);
        }
        String place = by.edits().stream().map(VersionEdit::places).collect(Collectors.joining(", "));
        int together = found.offered().size();
        return new Answer(
                answer.finding(),
                answer.fingerprint(),
                Kind.MENDED,
                Mend.UPGRADE,
                Optional.empty(),
                library.id() + " " + library.version() + " → " + by.change().release() + ", at " + place + also,
                "read the release notes and run your tests",
                by.edits().stream()
                        .flatMap(edit -> edit.splices().keySet().stream())
                        .map(SourceFile::name)
                        .distinct()
                        .sorted()
                        .toList(),
                List.of(
                        new Proof(
                                Proof.Claim.LINKS,
                                Proof.State.PASSED,
                                "all calls, fields and overrides between the service and its libraries resolve as before,"
                                        + " and the classes fit JDK " + jdk),
                        new Proof(
                                Proof.Claim.GONE,
                                Proof.State.PASSED,
                                "a check with that release, and with what it needs, does not have it"),
                        new Proof(
                                Proof.Claim.NONE_NEW,
                                Proof.State.PASSED,
                                (together > 1 ? "a check with all " + together + " upgrades" : "that check")
                                        + " has nothing new that is worse"),
                        new Proof(Proof.Claim.TESTS, Proof.State.NOT_RUN, "run your tests with the new release")));
    }

    /// No build is known: people put the release where theirs says it.
    private Answer advised(Answer answer, Candidate by, String also) {
        Library library = by.change().library();
        return new Answer(
                answer.finding(),
                answer.fingerprint(),
                Kind.ADVISED,
                Mend.UPGRADE,
                Optional.empty(),
                library.id() + " " + library.version() + " → " + by.change().release()
                        + ": a check with that release does not have it" + also,
                "put that release into your build, then read the release notes and run your tests",
                List.of(),
                List.of(
                        new Proof(
                                Proof.Claim.LINKS,
                                Proof.State.PASSED,
                                "all calls, fields and overrides between the service and its libraries resolve as before,"
                                        + " and the classes fit JDK " + jdk),
                        new Proof(Proof.Claim.GONE, Proof.State.PASSED, "a check with that release does not have it"),
                        new Proof(
                                Proof.Claim.NONE_NEW, Proof.State.PASSED, "that check has nothing new that is worse")));
    }

    private Answer refused(Answer answer, Refused no) {
        Finding finding = answer.finding();
        int newer = check.jdks().getLast();
        boolean mends = !finding.holdsOn(newer);
        return new Answer(
                finding,
                answer.fingerprint(),
                Kind.REFUSED,
                mends ? Mend.JDK : Mend.UPGRADE,
                Optional.of(no.refusal()),
                no.why(),
                mends ? "JDK " + newer + " removes it" : "heddle explain " + Refusals.name(no.refusal()),
                List.of(),
                List.of());
    }
}
