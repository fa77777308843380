package io.heddle.demo;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// PostgreSQL's programs, found to start on this machine.
///
/// @param folder has `initdb` and `postgres`
/// @param source `embedded` or `installed`
/// @param version such as `18.6`
record Binaries(Path folder, String source, String version) {

    private static final String NEXT =
            "Install PostgreSQL (Debian: postgresql; macOS: brew install postgresql) so that initdb and postgres are on PATH,"
                    + " or race a service of your own: heddle race service.jar.";

    /// Those that are asked for; with [Options.Choice#AUTO] the embedded ones if they start, else installed ones.
    static Binaries choose(Options.Choice wanted, RunAs runAs) {
        String why = "";
        if (wanted != Options.Choice.INSTALLED) {
            try {
                Path folder =
                        EmbeddedBinaries.unpacked(EmbeddedBinaries.cache(runAs)).resolve("bin");
                Optional<Binaries> embedded = usable(folder, "embedded", runAs);
                if (embedded.isPresent()) {
                    return embedded.get();
                }
                why = "its programs do not start here (" + folder + ")";
            } catch (IOException e) {
                why = String.valueOf(e.getMessage());
            }
            if (wanted == Options.Choice.EMBEDDED) {
                throw new Refusal("The embedded PostgreSQL cannot be used: " + why + ".", NEXT);
            }
        }
        Optional<Binaries> installed = installed(runAs);
        if (installed.isPresent()) {
            String reason = why.isEmpty() ? "as asked" : "the embedded one cannot be used: " + why;
            System.err.println("backstage: takes the installed PostgreSQL "
                    + installed.get().version() + " in " + installed.get().folder() + ", " + reason + ".");
            return installed.get();
        }
        throw new Refusal(
                why.isEmpty()
                        ? "No installed PostgreSQL was found."
                        : "The embedded PostgreSQL cannot be used (" + why + "), and none is installed.",
                NEXT);
    }

    /// The installed PostgreSQL of the highest version in a package's usual folder, else one on PATH.
    static Optional<Binaries> installed(RunAs runAs) {
        List<Path> folders = new ArrayList<>();
        for (String parent : List.of("/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt")) {
            folders.addAll(versions(Path.of(parent)));
        }
        for (String entry : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            if (!entry.isEmpty()) {
                folders.add(Path.of(entry));
            }
        }
        folders.add(Path.of("/usr/local/bin"));
        return folders.stream()
                .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
                .flatMap(folder -> usable(folder, "installed", runAs).stream())
                .findFirst();
    }

    /// `PARENT/18/bin` of Debian, `PARENT/postgresql@18/bin` of Homebrew; newest first.
    private static List<Path> versions(Path parent) {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(child -> child.getFileName().toString().matches("(postgresql@)?\\d+"))
                    .sorted(Comparator.comparingInt(Binaries::number).reversed())
                    .map(child -> child.resolve("bin"))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static int number(Path folder) {
        return Integer.parseInt(folder.getFileName().toString().replaceAll("\\D", ""));
    }

    private static Optional<Binaries> usable(Path folder, String source, RunAs runAs) {
        List<String> command = List.of(folder.resolve("postgres").toString(), "--version");
        // Such as: postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)
        return Commands.ask(Commands.concat(runAs.prefix(), command))
                .filter(line -> line.contains("(PostgreSQL) "))
                .map(line -> new Binaries(folder, source, line.replaceFirst(".*\\(PostgreSQL\\) (\\S+).*", "$1")));
    }
}
