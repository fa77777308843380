package io.heddle.model;

import java.nio.charset.Charset;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What `fix` plans for the findings of a check, and what it has proven of its plan.
///
/// @param version Heddle's version
/// @param command Heddle's own command line, secrets redacted; empty when unknown
/// @param targets what was checked, as the user named it
/// @param jdk feature release that the service runs on
/// @param newer the newest release that was judged; at least `jdk`
/// @param findings how many findings hold on `jdk`
/// @param removed how many of them do not hold on `newer`
/// @param answers one for each finding that holds on `jdk`, the worst first
/// @param changes of source files, in the order of their names
/// @param patch all changes as one unified diff, with line feeds between files; empty without changes
/// @param written whether the files were written
/// @param notes what weakens the result, one sentence each
/// @param seconds wall-clock time
public record Fix(
        String version,
        List<String> command,
        List<String> targets,
        int jdk,
        int newer,
        int findings,
        int removed,
        List<Answer> answers,
        List<Change> changes,
        String patch,
        boolean written,
        List<String> notes,
        double seconds) {

    /// What becomes of a finding.
    public enum Kind {
        /// an edit is offered, and proven
        MENDED,
        /// an edit is refused, for a reason
        REFUSED,
        /// something that people do themselves mends it
        ADVISED
    }

    /// What mends a finding.
    public enum Mend {
        JDK,
        UPGRADE,
        SETTING,
        LOCK,
        EXECUTOR,
        CACHE,
        CODE
    }

    /// The answer to one finding.
    ///
    /// @param refusal why no edit is offered; empty unless refused
    /// @param why in words
    /// @param next what people can do
    /// @param files that the edit changes, as the user named their folder; empty unless mended
    public record Answer(
            Finding finding,
            String fingerprint,
            Kind kind,
            Mend mend,
            Optional<Refusal> refusal,
            String why,
            String next,
            List<String> files,
            List<Proof> proofs) {}

    /// The change of one file.
    ///
    /// @param file as the user named its folder
    /// @param charset of the file, which its part of the patch needs too
    /// @param diff unified, with the file's own line ends
    public record Change(String file, Charset charset, String diff) {}

    /// What is proven of an edit.
    ///
    /// @param how it was proven, or why not, in words
    public record Proof(Claim claim, State state, String how) {

        /// What a proof shows.
        public enum Claim {
            PARSES,
            COMPILES,
            LINKS,
            RELEASED_ON_EVERY_PATH,
            GONE,
            NONE_NEW,
            SECOND_RUN_EMPTY,
            TESTS
        }

        /// How it went.
        public enum State {
            PASSED,
            FAILED,
            NOT_RUN
        }
    }

    /// The same with the answers of some ways to mend alone.
    public Fix only(Collection<Mend> mends) {
        List<Answer> asked =
                answers.stream().filter(answer -> mends.contains(answer.mend)).toList();
        return new Fix(
                version, command, targets, jdk, newer, findings, removed, asked, changes, patch, written, notes,
                seconds);
    }

    /// The same with other answers, more changes and more notes.
    public Fix with(List<Answer> others, List<Change> more, List<String> said, double longer) {
        List<Change> all = Stream.concat(changes.stream(), more.stream())
                .sorted(Comparator.comparing(Change::file))
                .toList();
        return new Fix(
                version,
                command,
                targets,
                jdk,
                newer,
                findings,
                removed,
                others,
                all,
                String.join("", all.stream().map(Change::diff).toList()),
                written,
                Stream.concat(notes.stream(), said.stream()).toList(),
                seconds + longer);
    }

    /// The same, once its files are written.
    public Fix asWritten() {
        return new Fix(
                version, command, targets, jdk, newer, findings, removed, answers, changes, patch, true, notes,
                seconds);
    }

    /// How many findings hold on `jdk` after the edits.
    public long remaining() {
        return answers.stream().filter(answer -> answer.kind != Kind.MENDED).count();
    }

    /// Whether a finding that remains is at least as bad.
    public boolean fails(Finding.Severity least) {
        return answers.stream()
                .filter(answer -> answer.kind != Kind.MENDED)
                .anyMatch(answer -> answer.finding.severity().compareTo(least) <= 0);
    }
}
