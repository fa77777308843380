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
import java.util.stream.Stream;

/// Replaces files by others, all or none. The new texts and the old ones are written to a folder `.heddle/fix` first,
/// with a journal. Then the new ones are moved into place. If a file cannot be replaced, the others are put back as
/// they were. If the process ends meanwhile, however that is, [Recovery] puts them back at the next start.
public final class Replacement {

    /// What a test may do before each change of the disk.
    interface Steps {
        void before(String step);
    }

    /// The files with one journal.
    private record Group(JournalFolder folder, List<SourceFile> files, List<Path> real) {}

    private final Map<SourceFile, String> texts;
    private final Collection<Path> roots;
    private final Steps steps;
    private final List<Group> groups = new ArrayList<>();

    private Replacement(Map<SourceFile, String> texts, Collection<Path> roots, Steps steps) {
        this.texts = texts;
        this.roots = roots;
        this.steps = steps;
    }

    /// @param roots folders of source and projects that the user named: the same ones find a journal that is left
    /// @throws Failure when a file changed since it was read, or cannot be written: then all are as they were
    public static void of(Map<SourceFile, String> texts, Collection<Path> roots) {
        of(texts, roots, step -> {});
    }

    static void of(Map<SourceFile, String> texts, Collection<Path> roots, Steps steps) {
        new Replacement(texts, roots, steps).run();
    }

    private void run() {
        texts.keySet().forEach(SourceFile::requireUnchanged);
        texts.keySet().forEach(SourceFile::requireWritable);
        try {
            lock();
            stage();
            move();
            end();
        } finally {
            groups.forEach(group -> group.folder.close());
        }
    }

    private void lock() {
        Map<JournalPlace, List<SourceFile>> places = new LinkedHashMap<>();
        Map<SourceFile, Path> reals = new LinkedHashMap<>();
        for (SourceFile file : texts.keySet()) {
            try {
                Path real = file.path().toRealPath();
                reals.put(file, real);
                places.computeIfAbsent(JournalPlace.of(real, roots), key -> new ArrayList<>())
                        .add(file);
            } catch (IOException e) {
                throw unwritable(file, e, "");
            }
        }
        places.forEach((place, files) -> {
            step("lock " + place.folder());
            if (Files.exists(place.journal(), LinkOption.NOFOLLOW_LINKS)) {
                throw new Failure(
                        "an earlier heddle fix --write left its journal in " + place.fix() + ": nothing was written",
                        "run heddle fix --write with the sources that it had, or remove that folder");
            }
            try {
                groups.add(new Group(
                        JournalFolder.lock(place),
                        files,
                        files.stream().map(reals::get).toList()));
            } catch (IOException e) {
                throw JournalFolder.failure(place, e);
            }
        });
    }

    private void stage() {
        List<Path> anchors =
                groups.stream().map(group -> group.folder.place().folder()).toList();
        for (Group group : groups) {
            JournalFolder folder = group.folder;
            try {
                List<Journal.Entry> entries = new ArrayList<>();
                for (int i = 0; i < group.files.size(); i++) {
                    SourceFile file = group.files.get(i);
                    byte[] now = file.encoded(texts.getOrDefault(file, ""));
                    step("stage old " + file.name());
                    JournalFolder.stage(folder.old(i), file.bytes(), group.real.get(i));
                    step("stage new " + file.name());
                    JournalFolder.stage(folder.now(i), now, group.real.get(i));
                    entries.add(new Journal.Entry(
                            folder.place()
                                    .folder()
                                    .relativize(group.real.get(i))
                                    .toString()
                                    .replace('\\', '/'),
                            Journal.digest(file.bytes()),
                            Journal.digest(now)));
                }
                step("journal");
                folder.begin(new Journal(
                        entries,
                        anchors.stream()
                                .filter(anchor -> !anchor.equals(folder.place().folder()))
                                .toList()));
            } catch (IOException e) {
                throw dropped(JournalFolder.failure(folder.place(), e));
            } catch (Failure e) {
                throw dropped(e);
            }
        }
        try {
            texts.keySet().forEach(SourceFile::requireUnchanged);
        } catch (Failure e) {
            throw dropped(e);
        }
    }

    private void move() {
        List<Runnable> back = new ArrayList<>();
        List<String> lost = new ArrayList<>();
        for (Group group : groups) {
            for (int i = 0; i < group.files.size(); i++) {
                SourceFile file = group.files.get(i);
                Path real = group.real.get(i);
                Path old = group.folder.old(i);
                step("move " + file.name());
                try {
                    JournalFolder.move(group.folder.now(i), real);
                    back.add(() -> putBack(old, real, file, lost));
                } catch (IOException e) {
                    back.forEach(Runnable::run);
                    throw dropped(unwritable(
                            file,
                            e,
                            lost.isEmpty()
                                    ? "; all files are as they were"
                                    : "; " + String.join(", ", lost) + " could not be put back"));
                }
            }
            group.real.stream()
                    .flatMap(real -> Stream.ofNullable(real.getParent()))
                    .distinct()
                    .forEach(JournalFolder::force);
        }
    }

    private static void putBack(Path old, Path real, SourceFile file, List<String> lost) {
        try {
            JournalFolder.move(old, real);
        } catch (IOException e) {
            lost.add(file.name());
        }
    }

    /// All journals end before anything else goes, so that what is left over tells that all is in place.
    private void end() {
        for (Group group : groups) {
            step("end " + group.folder.place().folder());
            try {
                group.folder.end();
            } catch (IOException e) {
                throw JournalFolder.failure(group.folder.place(), e);
            }
        }
        clear();
    }

    private Failure dropped(Failure failure) {
        for (Group group : groups) {
            try {
                group.folder.end();
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
        clear();
        return failure;
    }

    /// What cannot be removed lies in a folder that git ignores, and the next write removes it.
    private void clear() {
        for (Group group : groups) {
            step("clear " + group.folder.place().folder());
            try {
                group.folder.clear();
            } catch (IOException left) {
                continue;
            }
        }
    }

    private static Failure unwritable(SourceFile file, IOException e, String more) {
        return new Failure(
                "the source file " + file.name() + " cannot be written: " + IoReason.of(e) + more,
                "make its folder writable, or take the changes as a patch: --patch FILE",
                e);
    }

    private void step(String step) {
        steps.before(step);
    }
}
