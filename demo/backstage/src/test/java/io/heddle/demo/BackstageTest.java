package io.heddle.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Starts real backstages with a real PostgreSQL, and looks for what they leave behind.
@Tag("slow")
class BackstageTest {

    private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

    @TempDir
    Path folder;

    @Test
    void theTableIsThereAndSigtermLeavesNoProcessAndNoFile() throws Exception {
        Path work = folder.resolve("work");
        try (RunningBackstage backstage = start(Map.of(), NOTHING, "--work", work.toString())) {
            JsonNode ready = backstage.ready();
            assertEquals("embedded", ready.at("/postgres/source").asText());
            assertEquals(300, ready.at("/downstream/millis").asInt());
            assertEquals(8, users(ready));
            List<ProcessHandle> postgres = backstage.postgres();
            assertFalse(postgres.isEmpty());
            assertTrue(backstage.process().isAlive(), "no standard input is not its end");
            backstage.process().destroy();
            backstage.exit();
            assertTrue(postgres.stream().noneMatch(ProcessHandle::isAlive), "SIGTERM leaves a process of PostgreSQL");
            assertEquals(List.of(), children(work));
        }
    }

    @Test
    void theEndOfStandardInputEndsItWhereAsked() throws Exception {
        try (RunningBackstage backstage =
                start(Map.of(), Redirect.PIPE, "--work", folder.resolve("work").toString(), "--until-eof")) {
            backstage.ready();
            List<ProcessHandle> postgres = backstage.postgres();
            backstage.process().getOutputStream().close();
            assertEquals(0, backstage.exit());
            assertTrue(
                    postgres.stream().noneMatch(ProcessHandle::isAlive),
                    "the end of standard input leaves a process of PostgreSQL");
        }
    }

    @Test
    void aKilledBackstageTakesPostgresWithIt() throws Exception {
        if (Commands.ask(List.of("setpriv", "--pdeathsig", "INT", "--", "true")).isEmpty()) {
            skip("setpriv of util-linux is not here, which ties PostgreSQL to its parent");
        }
        try (RunningBackstage backstage =
                start(Map.of(), NOTHING, "--work", folder.resolve("work").toString())) {
            backstage.ready();
            List<ProcessHandle> postgres = backstage.postgres();
            backstage.process().destroyForcibly();
            RunningBackstage.await(
                    "the end of PostgreSQL", () -> postgres.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    @Test
    void aPostgresThatDiesIsSaidAndExitsWith2() throws Exception {
        try (RunningBackstage backstage =
                start(Map.of(), NOTHING, "--work", folder.resolve("work").toString())) {
            backstage.ready();
            backstage.process().children().forEach(ProcessHandle::destroyForcibly);
            assertEquals(2, backstage.exit());
            assertTrue(RunningBackstage.text(backstage.err()).contains("PostgreSQL ended before it was told to."));
        }
    }

    @Test
    void twoThatUnpackAtOnceShareOneCopy() throws Exception {
        Map<String, String> cache =
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
        try (RunningBackstage first = start(
                        cache,
                        NOTHING,
                        "--postgres",
                        "embedded",
                        "--work",
                        folder.resolve("a").toString());
                RunningBackstage second = start(
                        cache,
                        NOTHING,
                        "--postgres",
                        "embedded",
                        "--work",
                        folder.resolve("b").toString())) {
            assertEquals(8, users(first.ready()));
            assertEquals(8, users(second.ready()));
            String said = RunningBackstage.text(first.err()) + RunningBackstage.text(second.err());
            assertEquals(
                    1,
                    said.lines()
                            .filter(line -> line.contains("unpacks PostgreSQL once"))
                            .count(),
                    said);
            List<String> kept = children(folder.resolve("cache/heddle"));
            assertEquals(
                    1,
                    kept.stream().filter(name -> !name.equals("postgres.lock")).count(),
                    kept.toString());
        }
    }

    /// A cache that cannot be made, as on a machine whose home is read-only.
    @Test
    void withoutEmbeddedBinariesItTakesInstalledOnesAndSaysSo() throws Exception {
        Map<String, String> noCache = Map.of("XDG_CACHE_HOME", "/dev/null/cache");
        try (RunningBackstage backstage = start(
                noCache,
                NOTHING,
                "--run-as",
                "auto",
                "--work",
                folder.resolve("work").toString())) {
            if (Binaries.installed(RunAs.choose(Options.Identity.AUTO)).isEmpty()) {
                assertEquals(2, backstage.exit());
                assertTrue(RunningBackstage.text(backstage.err()).contains("and none is installed."));
                skip("no PostgreSQL is installed here; that it says so was tested");
            }
            JsonNode ready = backstage.ready();
            assertEquals("installed", ready.at("/postgres/source").asText());
            assertEquals(8, users(ready));
            assertTrue(RunningBackstage.text(backstage.err()).contains("takes the installed PostgreSQL"));
        }
    }

    /// Where root may not make a user namespace, as in a container with the usual limits.
    @Test
    void rootWithoutNamespacesRunsItAsAnotherUser() throws Exception {
        if (!Commands.ask(List.of("id", "-u")).orElse("").equals("0")) {
            skip("only root needs another user");
        }
        try (RunningBackstage backstage = start(Map.of(), NOTHING, "--run-as", "user", "--work", folder.toString())) {
            assertEquals(8, users(backstage.ready()));
            List<ProcessHandle> postgres = backstage.postgres();
            // A process that has ended since the list was made, such as the one that served the query
            // above, has no user any more.
            assertTrue(
                    postgres.stream().noneMatch(process -> process.info().user().equals(Optional.of("root"))),
                    postgres.toString());
            backstage.process().destroy();
            backstage.exit();
            assertTrue(postgres.stream().noneMatch(ProcessHandle::isAlive), "a process of PostgreSQL is left");
        }
    }

    @Test
    void aWrongArgumentIsTwoLinesAndNoStackTrace() throws Exception {
        try (RunningBackstage backstage = start(Map.of(), NOTHING, "--downstream-millis", "soon")) {
            assertEquals(2, backstage.exit());
            assertEquals(
                    "The argument --downstream-millis is no number: soon." + System.lineSeparator() + Options.USAGE
                            + System.lineSeparator(),
                    RunningBackstage.text(backstage.err()));
        }
    }

    private RunningBackstage start(Map<String, String> environment, Redirect input, String... arguments)
            throws IOException {
        return RunningBackstage.start(folder, environment, input, arguments);
    }

    private static long users(JsonNode ready) throws SQLException {
        JsonNode postgres = ready.get("postgres");
        try (Connection connection = DriverManager.getConnection(
                        postgres.get("url").asText(),
                        postgres.get("user").asText(),
                        postgres.get("password").asText());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(distinct email) from users")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static List<String> children(Path parent) throws IOException {
        try (Stream<Path> paths = Files.list(parent)) {
            return paths.map(path -> path.getFileName().toString()).toList();
        }
    }

    private static void skip(String why) {
        System.out.println("skipped: " + why);
        abort(why);
    }
}
