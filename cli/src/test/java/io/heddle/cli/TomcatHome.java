package io.heddle.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Tomcat as it is downloaded, with one war.
final class TomcatHome {

    /// What the start script of Tomcat opens.
    private static final List<String> OPENED = List.of(
            "java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.util", "java.util.concurrent");

    private final Path home;

    private TomcatHome(Path home) {
        this.home = home;
    }

    static TomcatHome unpack(Path folder, String version) throws IOException {
        Path archive = ServiceSources.file("org.apache.tomcat:tomcat:zip:" + version);
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                int name = entry.getName().indexOf('/') + 1; // below the archive's only folder
                Path file = folder.resolve(entry.getName().substring(name)).normalize();
                if (!file.startsWith(folder)) {
                    throw new IOException(entry.getName() + " lies outside");
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    Files.copy(zip, file);
                }
            }
        }
        Files.createDirectories(folder.resolve("temp"));
        return new TomcatHome(folder);
    }

    Path servletApi() {
        return home.resolve("lib/servlet-api.jar");
    }

    /// Packs classes into the war of the root page, in place of Tomcat's own.
    void deploy(Path classes) throws IOException {
        Path webapps = home.resolve("own");
        Files.createDirectories(webapps);
        try (OutputStream out = Files.newOutputStream(webapps.resolve("ROOT.war"));
                ZipOutputStream war = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                war.putNextEntry(new ZipEntry("WEB-INF/classes/" + classes.relativize(file)));
                try (InputStream in = Files.newInputStream(file)) {
                    in.transferTo(war);
                }
                war.closeEntry();
            }
        }
    }

    /// What Tomcat's start script runs.
    ///
    /// @param shared whether the connector takes its threads from an `<Executor>`
    List<String> command(int port, boolean shared) throws IOException {
        Files.writeString(home.resolve("conf/server.xml"), """
                <Server port="-1">
                  <Service name="Catalina">
                    <Executor name="shared" namePrefix="shared-exec-" maxThreads="20" minSpareThreads="2"/>
                    <Connector port="%d" address="127.0.0.1" protocol="HTTP/1.1"%s/>
                    <Engine name="Catalina" defaultHost="localhost">
                      <Host name="localhost" appBase="own"/>
                    </Engine>
                  </Service>
                </Server>
                """.formatted(port, shared ? " executor=\"shared\"" : ""));
        List<String> command = new ArrayList<>();
        OPENED.forEach(opened -> command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED"));
        command.addAll(List.of(
                "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
                "-Dcatalina.home=" + home,
                "-Dcatalina.base=" + home,
                "-Djava.io.tmpdir=" + home.resolve("temp"),
                "-cp",
                ServiceSources.path(List.of(home.resolve("bin/bootstrap.jar"), home.resolve("bin/tomcat-juli.jar"))),
                "org.apache.catalina.startup.Bootstrap",
                "start"));
        return command;
    }
}
