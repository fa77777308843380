package io.heddle.fix.upgrade;

import io.heddle.fix.build.Library;
import io.heddle.maven.MavenJars;
import io.heddle.model.Check;
import io.heddle.model.Failure;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Looks for releases that mend the findings of libraries: lists them, tries a few, and takes what clears most.
final class Upgrades implements AutoCloseable {

    /// Lines between the newest releases are tried only where none of these mends anything.
    private static final int FIRST = 3;

    private final Service service;
    private final MavenJars maven;
    private final Consumer<String> say;
    private final UpgradeProof proof;
    private final int jdk;
    private final UpgradeSearch search;
    private final Map<String, Refused> refused = new LinkedHashMap<>();
    private final Set<String> notes = new java.util.LinkedHashSet<>();

    Upgrades(Service service, Check check, int jdk, MavenJars maven, UpgradeSearch search, Consumer<String> say) {
        this.search = search;
        this.service = service;
        this.maven = maven;
        this.say = say;
        this.jdk = jdk;
        this.proof = new UpgradeProof(service.options().on(jdk), check, jdk);
    }

    /// What is offered, proven together; and why a library has none.
    ///
    /// @param offered at most one for each library
    /// @param gone fingerprints that are gone with all of them
    /// @param refused by fingerprint
    record Found(List<Candidate> offered, Set<String> gone, Map<String, Refused> refused, List<String> notes) {}

    /// @param findings fingerprints of what to mend, by the library that has it
    Found find(Map<Library, Set<String>> findings) {
        List<Candidate> candidates = new ArrayList<>();
        Set<String> wanted = new HashSet<>();
        search.begin(findings.size());
        findings.forEach((library, names) -> {
            wanted.addAll(names);
            if (search.isOver()) {
                return;
            }
            search.next().ifPresent(say);
            Tried tried = tried(library, names);
            candidates.addAll(tried.candidates);
            if (tried.isListed && !search.isOver()) {
                Set<String> open = new HashSet<>(names);
                tried.candidates.forEach(candidate -> open.removeAll(candidate.gone()));
                open.forEach(name -> refused.put(name, refused(library, tried)));
            }
        });
        search.unread().ifPresent(notes::add);
        if (findings.size() > 1 && !search.isOver()) {
            service.bundles().stream()
                    .takeWhile(_ -> !search.isOver())
                    .forEach(bundle -> candidates.addAll(tried(bundle, wanted).candidates));
        }
        List<Candidate> chosen = new ArrayList<>(Cover.of(candidates, wanted));
        while (chosen.size() > 1) {
            UpgradeProof.Outcome together = together(chosen, wanted);
            if (together.failed().isEmpty()) {
                return new Found(List.copyOf(chosen), together.gone(), refused, List.copyOf(notes));
            }
            Candidate last = chosen.removeLast();
            Refused why = together.failed().orElseThrow();
            findings.getOrDefault(last.change().library(), Set.of())
                    .forEach(name -> refused.put(
                            name,
                            new Refused(
                                    why.refusal(),
                                    last.change().library().at(last.change().release())
                                            + " does not go together with the other upgrades: " + why.why())));
        }
        return new Found(
                List.copyOf(chosen),
                chosen.isEmpty() ? Set.of() : chosen.getFirst().gone(),
                refused,
                List.copyOf(notes));
    }

    private UpgradeProof.Outcome together(List<Candidate> chosen, Set<String> wanted) {
        say.accept("proving " + chosen.size() + " upgrades together");
        Service.Sought sought =
                service.with(chosen.stream().map(Candidate::change).toList());
        return sought.options()
                .map(options -> proof.prove(options.on(jdk), wanted))
                .orElseGet(() -> new UpgradeProof.Outcome(sought.refused(), Set.of(), List.of()));
    }

    /// What came of the releases of a library.
    ///
    /// @param failed releases and why they are not offered
    /// @param isListed whether a repository told the releases
    private record Tried(List<Candidate> candidates, Map<String, Refused> failed, boolean isListed) {}

    private Tried tried(Library library, Set<String> names) {
        Tried tried = new Tried(new ArrayList<>(), new LinkedHashMap<>(), true);
        try {
            say.accept("listing the releases of " + library.id());
            for (String release : ReleaseSteps.of(library.version(), maven.releases(library.id(), library.version()))) {
                boolean enough = tried.failed.size() + tried.candidates.size() >= FIRST && !tried.candidates.isEmpty();
                if (enough || isCleared(tried, names) || search.isOver()) {
                    break;
                }
                say.accept("trying " + library.at(release));
                attempt(new Service.Change(library, release), names, tried);
            }
            return tried;
        } catch (Failure unreachable) {
            notes.add(unreachable.sentence() + ": " + unreachable.next());
            return new Tried(tried.candidates, tried.failed, false);
        }
    }

    private static boolean isCleared(Tried tried, Set<String> names) {
        return tried.candidates.stream().anyMatch(candidate -> candidate.gone().containsAll(names));
    }

    private void attempt(Service.Change change, Set<String> names, Tried tried) {
        Service.Sought sought = service.with(List.of(change));
        if (sought.refused().isPresent()) {
            tried.failed.put(change.release(), sought.refused().orElseThrow());
            return;
        }
        UpgradeProof.Outcome outcome =
                proof.prove(sought.options().orElseThrow().on(jdk), names);
        outcome.failed()
                .ifPresentOrElse(
                        why -> tried.failed.put(change.release(), why),
                        () -> tried.candidates.add(
                                new Candidate(change, sought.edits(), outcome.gone(), outcome.fresh())));
    }

    private static Refused refused(Library library, Tried tried) {
        if (tried.failed.isEmpty() && tried.candidates.isEmpty()) {
            return new Refused(Refusal.NO_RELEASE_MENDS, library + " is the newest release of its kind");
        }
        Set<Refusal> kinds = new HashSet<>();
        List<String> words = new ArrayList<>();
        tried.failed.forEach((release, why) -> {
            kinds.add(why.refusal());
            words.add(release + (why.refusal() == Refusal.DOES_NOT_LINK ? " does not link: " : " ") + why.why());
        });
        tried.candidates.forEach(candidate -> words.add(candidate.change().release() + " has it too"));
        Optional<Refusal> one =
                kinds.size() == 1 && tried.candidates.isEmpty() ? kinds.stream().findFirst() : Optional.empty();
        return new Refused(
                one.orElse(Refusal.NO_RELEASE_MENDS),
                one.filter(kind -> kind == Refusal.VERSION_NOT_LITERAL).isPresent()
                        ? tried.failed.values().iterator().next().why()
                        : library.id() + ": " + String.join("; ", words));
    }

    @Override
    public void close() {
        proof.close();
    }
}
