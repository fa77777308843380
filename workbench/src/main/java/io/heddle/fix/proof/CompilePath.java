package io.heddle.fix.proof;

import io.heddle.fix.source.ScratchFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// A class path that javac takes: what lies inside a fat jar or a war is unpacked beside it.
final class CompilePath {

    private static final List<String> CLASSES = List.of("BOOT-INF/classes/", "WEB-INF/classes/");
    private static final List<String> LIBRARIES = List.of("BOOT-INF/lib/", "WEB-INF/lib/");
    private static final long MOST = 2L << 30;

    private long left = MOST;

    /// @param scratch an empty folder to unpack to
    static List<Path> of(List<Path> files, Path scratch) {
        CompilePath path = new CompilePath();
        List<Path> all = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            all.add(files.get(i));
            if (Files.isRegularFile(files.get(i))) {
                path.unpack(files.get(i), scratch.resolve(String.valueOf(i)), all);
            }
        }
        return List.copyOf(all);
    }

    private void unpack(Path archive, Path folder, List<Path> all) {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            boolean classes = false;
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                String name = entry.getName();
                boolean own = CLASSES.stream().anyMatch(name::startsWith) && name.endsWith(".class");
                boolean library = LIBRARIES.stream().anyMatch(name::startsWith) && name.endsWith(".jar");
                Path to = folder.resolve(name).normalize();
                if ((own || library) && to.startsWith(folder)) {
                    copy(zip, entry, to);
                    classes |= own;
                    if (library) {
                        all.add(to);
                    }
                }
            }
            if (classes) {
                CLASSES.stream().map(folder::resolve).filter(Files::isDirectory).forEach(all::add);
            }
        } catch (IOException e) {
            throw ScratchFolder.failure("the archive " + archive + " cannot be unpacked to compile against it", e);
        }
    }

    private void copy(ZipFile zip, ZipEntry entry, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        try (InputStream in = zip.getInputStream(entry)) {
            left -= Files.copy(in, to);
        }
        if (left < 0) {
            throw new IOException("it holds more than 2 GiB of classes");
        }
    }
}
