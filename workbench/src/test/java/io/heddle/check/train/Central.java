package io.heddle.check.train;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Wars and fat jars of Maven Central, which no resolver brings together with their libraries.
final class Central {

    private static final String PLACE = "https://repo1.maven.org/maven2/";

    private Central() {}

    /// Brings a service's archive, the war if there is one.
    ///
    /// @param coordinates `group:artifact:version`, or those of a jar with its classifier:
    ///     `group:artifact:version:jar:classifier`
    /// @param folder that gets it
    static Path fetch(String coordinates, Path folder) throws IOException {
        String[] parts = coordinates.split(":", -1);
        String path = PLACE
                + String.join("/", parts[0].replace('.', '/'), parts[1], parts[2], parts[1] + "-" + parts[2])
                + (parts.length > 4 ? "-" + parts[4] : "");
        String suffix = exists(path + ".war") ? ".war" : ".jar";
        Path archive = folder.resolve(parts[1] + suffix);
        try (InputStream content = URI.create(path + suffix).toURL().openStream()) {
            Files.copy(content, archive, StandardCopyOption.REPLACE_EXISTING);
        }
        return archive;
    }

    private static boolean exists(String address) throws IOException {
        HttpURLConnection asked =
                (HttpURLConnection) URI.create(address).toURL().openConnection();
        asked.setRequestMethod("HEAD");
        return asked.getResponseCode() == HttpURLConnection.HTTP_OK;
    }
}
