package io.heddle.fix.source;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Takes back what a [Replacement] that was cut off has left: each file with the new text gets the old one again. A
/// file
/// with any other text stays, and is named. If all files have the new text, the write was complete.
public final class Recovery {

    private static final int MOST_NAMES = 10;

    private final Map<JournalPlace, Journal> journals = new LinkedHashMap<>();
    private final List<Pending> files = new ArrayList<>();
    /// Files with neither text.
    private final List<String> others = new ArrayList<>();
    /// Files with the new text whose old one is not there any more.
    private final List<String> lost = new ArrayList<>();
    private final Replacement.Steps steps;

    /// A file of a journal that has its old or its new text.
    private record Pending(Path file, Path staged, Journal.Entry entry, boolean isNew) {}

    private Recovery(Replacement.Steps steps) {
        this.steps = steps;
    }

    /// Says whether a write was cut off, and changes nothing.
    ///
    /// @param roots folders of source and projects that the user named
    public static void tell(Collection<Path> roots, Consumer<String> say) {
        Recovery recovery = new Recovery(step -> {});
        for (JournalPlace place : JournalPlace.of(roots)) {
            if (isThere(place.journal()) && !recovery.add(place)) {
                say.accept(place.journal() + " is damaged or no journal of heddle fix: --write does nothing until "
                        + place.fix() + " is removed");
            }
        }
        recovery.look();
        if (!recovery.journals.isEmpty()) {
            say.accept("an earlier heddle fix --write was ended before its end: " + recovery.changed() + " of "
                    + (recovery.files.size() + recovery.others.size())
                    + " files have its new text; --write takes that back");
        }
    }

    /// Takes back what was cut off.
    ///
    /// @throws Failure when a journal is damaged or another user's, or a file cannot be put back
    public static void run(Collection<Path> roots, Consumer<String> say) {
        run(roots, say, step -> {});
    }

    static void run(Collection<Path> roots, Consumer<String> say, Replacement.Steps steps) {
        new Recovery(steps).recover(JournalPlace.of(roots), say);
    }

    private void recover(Collection<JournalPlace> places, Consumer<String> say) {
        for (JournalPlace place : places) {
            place.requireFolders();
            if (isThere(place.journal())) {
                if (!add(place)) {
                    throw damaged(place);
                }
            } else if (isThere(place.fix())) {
                clear(place);
            }
        }
        if (journals.isEmpty()) {
            return;
        }
        List<JournalFolder> folders = new ArrayList<>();
        try {
            for (JournalPlace place : journals.keySet()) {
                folders.add(locked(place));
            }
            look();
            if (changed() < files.size() || !others.isEmpty()) {
                files.stream().filter(Pending::isNew).forEach(this::takeBack);
            }
            say.accept(told());
            for (JournalFolder folder : folders) {
                steps.before("end " + folder.place().folder());
                folder.end();
            }
            for (JournalFolder folder : folders) {
                steps.before("clear " + folder.place().folder());
                folder.clear();
            }
        } catch (IOException e) {
            throw JournalFolder.failure(places.iterator().next(), e);
        } finally {
            folders.forEach(JournalFolder::close);
        }
    }

    /// What was cut off before it had a journal has changed nothing.
    private void clear(JournalPlace place) {
        steps.before("clear " + place.folder());
        try (JournalFolder folder = JournalFolder.lock(place)) {
            folder.clear();
        } catch (IOException e) {
            throw JournalFolder.failure(place, e);
        }
    }

    private static boolean isThere(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /// Adds the journal of a place, and those of the same write on other file systems.
    private boolean add(JournalPlace place) {
        Optional<Journal> read = Journal.read(place.journal());
        if (read.isEmpty()) {
            return false;
        }
        if (journals.putIfAbsent(place, read.get()) == null) {
            for (Path partner : read.get().partners()) {
                JournalPlace other = new JournalPlace(partner);
                if (isThere(other.journal()) && !add(other)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static JournalFolder locked(JournalPlace place) throws IOException {
        JournalFolder folder = JournalFolder.lock(place);
        Path probe = Files.createTempFile(place.fix(), "new-", "");
        try {
            if (!Files.getOwner(probe).equals(Files.getOwner(place.journal(), LinkOption.NOFOLLOW_LINKS))) {
                folder.close();
                throw new Failure(
                        place.journal() + " belongs to another user: nothing was written",
                        "have its owner run heddle fix --write, or remove " + place.fix());
            }
            return folder;
        } finally {
            Files.delete(probe);
        }
    }

    private void look() {
        journals.forEach((place, journal) -> {
            for (int i = 0; i < journal.entries().size(); i++) {
                Journal.Entry entry = journal.entries().get(i);
                Path staged = place.fix().resolve("old-" + i);
                Optional<Path> file = inside(place, entry);
                String digest = file.flatMap(Recovery::digest).orElse("");
                if (digest.equals(entry.now()) || digest.equals(entry.old())) {
                    files.add(new Pending(file.orElseThrow(), staged, entry, digest.equals(entry.now())));
                } else {
                    others.add(entry.path());
                }
            }
        });
    }

    /// A file below the folder, with no link on the path: what a journal names may be anywhere.
    private static Optional<Path> inside(JournalPlace place, Journal.Entry entry) {
        try {
            Path file = place.folder().resolve(entry.path()).normalize();
            return file.startsWith(place.folder())
                            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                            && file.toRealPath().equals(file)
                    ? Optional.of(file)
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> digest(Path file) {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    ? Optional.of(Journal.digest(file))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private long changed() {
        return files.stream().filter(Pending::isNew).count();
    }

    private void takeBack(Pending pending) {
        steps.before("take back " + pending.entry.path());
        if (!digest(pending.staged).equals(Optional.of(pending.entry.old()))) {
            lost.add(pending.entry.path());
            return;
        }
        try {
            JournalFolder.move(pending.staged, pending.file);
        } catch (IOException e) {
            throw new Failure(
                    pending.entry.path() + " cannot be put back to its text before an earlier heddle fix --write: "
                            + IoReason.of(e),
                    "make its folder writable, then run heddle fix --write again",
                    e);
        }
    }

    private String told() {
        String text = changed() == files.size() && others.isEmpty()
                ? "an earlier heddle fix --write was ended when all of its files were in place: nothing is taken back"
                : "an earlier heddle fix --write was ended before its end: " + (changed() - lost.size()) + " of "
                        + (files.size() + others.size()) + " files had its new text, and have their old one again";
        return text
                + named("; left with the new text, since the old one is not in the journal: ", lost)
                + named("; neither text, and left as they are: ", others);
    }

    private static String named(String what, List<String> names) {
        return names.isEmpty()
                ? ""
                : what
                        + String.join(", ", names.stream().limit(MOST_NAMES).toList())
                        + (names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : "");
    }

    private static Failure damaged(JournalPlace place) {
        return new Failure(
                place.journal() + " is damaged or no journal of heddle fix: nothing was written",
                "compare your sources with your version control, and remove " + place.fix());
    }
}
