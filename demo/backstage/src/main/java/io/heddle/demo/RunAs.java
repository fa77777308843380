package io.heddle.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;

/// As whom PostgreSQL runs. It refuses to be root, which most containers are.
sealed interface RunAs {

    /// What stands before PostgreSQL's own command.
    List<String> prefix();

    /// As this process.
    record Self() implements RunAs {
        @Override
        public List<String> prefix() {
            return List.of();
        }
    }

    /// As this process, in a user namespace where it is nobody: files of this process stay its own.
    record Namespace() implements RunAs {
        @Override
        public List<String> prefix() {
            return List.of("unshare", "-U");
        }
    }

    /// As another user of this machine, who sees only what others may see.
    record OtherUser(String name, List<String> prefix) implements RunAs {}

    /// The first way that works here.
    static RunAs choose(Options.Identity wanted) {
        if (!Commands.ask(List.of("id", "-u")).equals(Optional.of("0"))) {
            return new Self();
        }
        // `id -un` fails as initdb does where the machine has no name for the namespace's user.
        if (wanted != Options.Identity.USER
                && Commands.ask(List.of("unshare", "-U", "id", "-un")).isPresent()) {
            return new Namespace();
        }
        if (wanted != Options.Identity.NAMESPACE) {
            for (String user : List.of("postgres", "nobody")) {
                List<List<String>> ways = List.of(
                        List.of("setpriv", "--reuid", user, "--regid", group(user), "--clear-groups"),
                        List.of("runuser", "-u", user, "--"));
                for (List<String> way : ways) {
                    if (Commands.ask(Commands.concat(way, List.of("id", "-un"))).equals(Optional.of(user))) {
                        return new OtherUser(user, way);
                    }
                }
            }
        }
        throw new Refusal(
                "PostgreSQL does not run as root, and there is neither a user namespace nor another user to run it as.",
                "Start Heddle as an ordinary user, or add a user named postgres.");
    }

    /// Makes a folder that this identity may write, and nobody else.
    ///
    /// @param parent where it goes, unless this identity cannot get there: then the system's temporary folder
    default Path newFolder(Path parent) throws IOException {
        if (!(this instanceof OtherUser other)) {
            return Files.createTempDirectory(Files.createDirectories(parent), "postgres-");
        }
        Path reachable =
                openToOthers(Files.createDirectories(parent)) ? parent : Path.of(System.getProperty("java.io.tmpdir"));
        Path folder = Files.createTempDirectory(reachable, "heddle-postgres-");
        Files.setOwner(
                folder, folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(other.name()));
        return folder;
    }

    /// Whether any user can pass through all of this folder's parents.
    private static boolean openToOthers(Path folder) throws IOException {
        for (Path step = folder.toRealPath(); step != null; step = step.getParent()) {
            if (!Files.getPosixFilePermissions(step).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }

    private static String group(String user) {
        return Commands.ask(List.of("id", "-g", user)).orElse("65534");
    }
}
