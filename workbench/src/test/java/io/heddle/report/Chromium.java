package io.heddle.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// A real browser without a window and without a network, for one page at a time.
///
/// @param executable where it is
public record Chromium(Path executable) {

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    /// Skips the test, with a printed word, where there is none.
    public static Chromium orSkip() {
        Optional<Path> found = Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty()) {
            System.out.println("SKIPPED: no Chromium on the PATH, so the HTML report is not looked at in a browser");
            return Assumptions.abort("no Chromium on the PATH");
        }
        return new Chromium(found.get());
    }

    /// The page's elements once its scripts have run.
    ///
    /// @param console what the page wrote to its console, errors included
    public record Page(String dom, String console) {}

    /// Opens a page, and ends the browser.
    public Page open(Path folder, String html) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("page.html"), html);
        Path profile = Files.createTempDirectory(folder, "profile");
        Path dom = folder.resolve("dom.txt");
        Path log = folder.resolve("log.txt");
        List<String> command = List.of(
                executable.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile,
                "--enable-logging=stderr",
                "--window-size=1200,1600",
                "--virtual-time-budget=3000",
                "--dump-dom",
                file.toUri().toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(dom.toFile())
                .redirectError(log.toFile())
                .start();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new AssertionError("Chromium did not end within 60 s: " + Files.readString(log));
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            delete(profile);
        }
        String console = String.join(
                "\n",
                Files.readString(log, StandardCharsets.ISO_8859_1)
                        .lines()
                        .filter(line -> line.contains("CONSOLE"))
                        .toList());
        return new Page(Files.readString(dom), console);
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
