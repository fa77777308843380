package io.heddle.check.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Chooses among entries of one archive that have one name: the JDK's `ZipFile` finds the last of them, and so do the
/// loaders that are built on it. Of a nested archive Boot's loader finds the first or the last, by its release. Where
/// their contents differ a check reads the archive again for each further one.
final class Copies {

    /// Copies of one class or archive that are checked.
    static final int MOST = 4;

    /// Entries of one name that are unpacked to be compared: those beyond must have the very same bytes.
    private static final int COMPARED = 16;

    private final int copy;
    private final Unreadables unreadables;
    private int most = 1;

    /// @param copy which of different entries is taken, where there are as many: 0 for the one that a JVM takes
    Copies(int copy, Unreadables unreadables) {
        this.copy = copy;
        this.unreadables = unreadables;
    }

    /// How many times an archive must be read for all different copies, at most [#MOST].
    int count() {
        return most;
    }

    /// The entries without those that no class loader finds, as another one of the same name follows.
    static List<Zip.Entry> found(List<Zip.Entry> entries) {
        Map<String, Zip.Entry> last = new LinkedHashMap<>();
        entries.forEach(entry -> last.put(entry.name(), entry));
        return last.size() == entries.size() ? entries : List.copyOf(last.values());
    }

    /// The entry that is read.
    ///
    /// @param same at least one, in the order in which class loaders prefer them
    /// @param artifact that they belong to
    /// @param place of the archive
    Zip.Entry choose(Zip zip, List<Zip.Entry> same, Artifact artifact, String place) {
        if (same.size() == 1) {
            return same.getFirst();
        }
        List<Zip.Entry> different = different(zip, same);
        most = Math.max(most, Math.min(different.size(), MOST));
        if (different.size() > 1 && copy == 0) {
            tell(different, artifact, place);
        }
        return different.get(copy < different.size() ? copy : 0);
    }

    private void tell(List<Zip.Entry> different, Artifact artifact, String place) {
        String name = different.getFirst().name();
        String inner = place + "!/" + name;
        String times = "the archive holds it " + different.size() + " times with different content: a JVM takes the "
                + "last entry of a name, ";
        if (different.size() <= MOST) {
            unreadables.add(inner, times + "and all were checked");
        } else {
            String why = times + "and " + MOST + " of them were checked";
            unreadables.addCode(
                    inner,
                    name.endsWith(ArchiveClasses.SUFFIX)
                            ? Unreadables.UnreadCode.ofClass(
                                    artifact,
                                    ArchiveClasses.bare(
                                            name.substring(0, name.length() - ArchiveClasses.SUFFIX.length())),
                                    why)
                            : new Unreadables.UnreadCode(artifact, name, "", Unreadables.Extent.ARCHIVE, why));
        }
    }

    private static List<Zip.Entry> different(Zip zip, List<Zip.Entry> same) {
        List<Zip.Entry> different = new ArrayList<>();
        for (int i = 0; i < same.size() && different.size() <= MOST; i++) {
            Zip.Entry entry = same.get(i);
            boolean unpack = i < COMPARED;
            if (different.stream().noneMatch(other -> isSame(zip, entry, other, unpack))) {
                different.add(entry);
            }
        }
        return different;
    }

    private static boolean isSame(Zip zip, Zip.Entry one, Zip.Entry other, boolean unpack) {
        try {
            return one.equals(other)
                    || one.method() == other.method() && zip.stored(one).equals(zip.stored(other))
                    || unpack && content(zip, one).equals(content(zip, other));
        } catch (IOException damaged) {
            // Whoever reads it tells.
            return false;
        }
    }

    private static ByteBuffer content(Zip zip, Zip.Entry entry) throws IOException {
        return zip.read(entry, entry.name().endsWith(ArchiveClasses.SUFFIX) ? Allowance.CLASS : Allowance.NESTED);
    }
}
