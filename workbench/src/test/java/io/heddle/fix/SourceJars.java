package io.heddle.fix;

import io.heddle.maven.MavenJars;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// The sources jars of releases, unpacked.
record SourceJars(Path scratch) {

    /// The folder of a release's sources.
    Path of(String release) throws IOException {
        Path folder = scratch.resolve(release.replace(':', '_'));
        if (Files.exists(folder)) {
            return folder;
        }
        String[] parts = release.split(":");
        try (MavenJars maven = MavenJars.open();
                ZipFile zip = new ZipFile(maven.jar(parts[0] + ":" + parts[1] + ":jar:sources:" + parts[2])
                        .toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                Path to = folder.resolve(entry.getName()).normalize();
                if (entry.getName().endsWith(".java") && to.startsWith(folder)) {
                    Files.createDirectories(to.getParent());
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, to);
                    }
                }
            }
        }
        return folder;
    }
}
