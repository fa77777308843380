package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `heddle mcp` in a process of its own, and the official Java client.
@Tag("slow")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class McpTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HOLDS = """
            package shop;
            public class Holds {
                public synchronized void hold() throws Exception { Thread.sleep(100); }
                public static void main(String[] args) throws Exception { new Holds().hold(); }
            }
            """;

    private Path folder;
    private McpSyncClient client;
    private Path root;
    private Path outside;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        root = Files.createDirectories(folder.resolve("root"));
        outside = Files.createDirectories(folder.resolve("outside"));
        Path source = Files.writeString(folder.resolve("Holds.java"), HOLDS);
        Path classes = Files.createDirectories(root.resolve("classes"));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", classes.toString(), source.toString()));
        Files.createDirectories(outside.resolve("classes/shop"));
        Files.copy(classes.resolve("shop/Holds.class"), outside.resolve("classes/shop/Holds.class"));
        jar(outside.resolve("secret.jar"), "", classes.resolve("shop/Holds.class"));
        jar(root.resolve("points.jar"), "../outside/secret.jar", classes.resolve("shop/Holds.class"));
        Files.createSymbolicLink(root.resolve("link.jar"), outside.resolve("secret.jar"));
        Files.createDirectories(root.resolve("linked/deep"));
        Files.createSymbolicLink(root.resolve("linked/deep/out"), outside);
        Files.writeString(root.resolve("list.heddle"), "own\t" + outside.resolve("secret.jar") + "\tx\n");
        Files.createDirectories(root.resolve("project"));
        Files.createDirectories(outside.resolve("target/classes/shop"));
        Files.copy(classes.resolve("shop/Holds.class"), outside.resolve("target/classes/shop/Holds.class"));
        Files.writeString(outside.resolve("pom.xml"), pom("outside", ""));
        Files.writeString(
                root.resolve("project/pom.xml"), pom("inside", "<modules><module>../../outside</module></modules>"));
        Files.writeString(root.resolve("race.json"), """
                {"trials": [{"arm": "platform"}, {"arm": "virtual"}], "verdict": {"kind": "gain", "text": "password=hunter2"},
                 "verdicts": [{"path": "/", "kind": "gain"}]}""");
        JacksonMcpJsonMapper json = new JacksonMcpJsonMapper(new ObjectMapper());
        StdioClientTransport transport = new StdioClientTransport(
                ServerParameters.builder(java())
                        .args(words("--root", root.toString()))
                        .build(),
                json);
        client = McpClient.sync(transport)
                .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid(""))
                .requestTimeout(Duration.ofMinutes(2))
                .initializationTimeout(Duration.ofMinutes(1))
                .build();
        assertEquals("heddle", client.initialize().serverInfo().name());
    }

    @AfterAll
    void end() {
        assertTrue(client.closeGracefully());
    }

    @Test
    void everyToolIsThereAndSaysThatItOnlyReads() {
        List<Tool> tools = client.listTools().tools();
        assertEquals(
                Set.of("check", "explain", "fix_plan", "watch_file", "predict", "race_report"),
                tools.stream().map(Tool::name).collect(Collectors.toSet()));
        for (Tool tool : tools) {
            assertEquals(true, tool.annotations().readOnlyHint(), tool.name());
            assertEquals(false, tool.annotations().destructiveHint(), tool.name());
            assertEquals(false, tool.annotations().openWorldHint(), tool.name());
        }
    }

    @Test
    void aCheckTellsItsFindingsAndFixWhatMendsThem() throws Exception {
        JsonNode check = json("check", Map.of("target", "classes", "jdk", "21"));
        assertEquals(
                "blocking-under-monitor",
                check.path("findings").get(0).path("rule").asText());
        assertEquals(
                check.path("page").path("of").intValue(), check.path("findings").size());
        JsonNode fix = json("fix_plan", Map.of("target", "classes"));
        assertEquals(
                check.path("findings").get(0).path("fingerprint"),
                fix.path("answers").get(0).path("fingerprint"));
        assertTrue(
                text(call("explain", Map.of("name", "blocking-under-monitor"))).contains("## Why"));
    }

    @Test
    void aRaceIsReadWithoutSecrets() throws Exception {
        JsonNode race = json("race_report", Map.of("file", "race.json"));
        assertEquals("gain", race.path("verdicts").get(0).path("kind").asText());
        assertFalse(race.toString().contains("hunter2"), race::toString);
        assertEquals(
                2,
                json("race_report", Map.of("file", "race.json", "list", "trials"))
                        .path("trials")
                        .size());
    }

    Stream<Object> hostileTargets() {
        return Stream.of(
                "../outside/secret.jar",
                "classes/../../outside/secret.jar",
                outside.resolve("secret.jar").toString(),
                "link.jar",
                "linked",
                "list.heddle",
                "project",
                "/etc/passwd",
                "/proc/self/environ",
                "/",
                "*",
                "classes:" + outside,
                "classes\0",
                "\u202e\u001b[2J",
                "file:///etc/passwd",
                "https://example.com/app.jar",
                "org.postgresql:postgresql:42.7.8",
                String.valueOf(ProcessHandle.current().pid()),
                "--help",
                "@race.json",
                "",
                "x".repeat(100_000),
                4711,
                true,
                List.of("classes"),
                Map.of("path", "classes"));
    }

    @ParameterizedTest
    @MethodSource("hostileTargets")
    void aTargetThatIsNoneBelowTheRootIsRefused(Object target) {
        CallToolResult result = call("check", Map.of("target", target));
        assertEquals(true, result.isError(), () -> text(result));
        assertFalse(text(result).contains("Exception"), () -> text(result));
        assertFalse(text(result).contains("root:"), () -> text(result));
    }

    Stream<Map<String, Object>> hostileArguments() {
        Map<String, Object> nothing = new HashMap<>();
        nothing.put("target", null);
        return Stream.of(
                Map.of(),
                nothing,
                Map.of("target", "classes", "write", true),
                Map.of("target", "classes", "jdk", "--help"),
                Map.of("target", "classes", "jdk", 21),
                Map.of("target", "classes", "rule", List.of("no-such-rule")),
                Map.of("target", "classes", "rule", List.of(1)),
                Map.of("target", "classes", "rule", java.util.Collections.nCopies(1_000, "dead-jvm-flag")),
                Map.of("target", "classes", "with", List.of("../outside/secret.jar")),
                Map.of("target", "classes", "own", "yes"),
                Map.of("target", "classes", "from", -1),
                Map.of("target", "classes", "from", 1e300),
                Map.of("target", "classes", "count", 0),
                Map.of("target", "classes", "list", "../x"),
                Map.of("target", "classes", "list", "nothing"));
    }

    @ParameterizedTest
    @MethodSource("hostileArguments")
    void anArgumentThatDoesNotFitIsRefused(Map<String, Object> arguments) {
        CallToolResult result = call("check", arguments);
        assertEquals(true, result.isError(), () -> text(result));
        assertFalse(text(result).contains("Exception"), () -> text(result));
    }

    @Test
    void aManifestThatPointsOutIsNotFollowed() throws Exception {
        JsonNode check = json("check", Map.of("target", "points.jar", "jdk", "21"));
        assertEquals(1, check.path("read").path("artifacts").intValue(), check.path("read")::toString);
        assertTrue(check.path("notes").toString().contains("not there"), check.path("notes")::toString);
    }

    @Test
    void nothingIsWrittenBelowTheRoot() throws Exception {
        List<Path> before = files();
        call("check", Map.of("target", "classes"));
        call("fix_plan", Map.of("target", "classes", "list", "patch"));
        assertEquals(before, files());
    }

    @Test
    void linesThatAreNoMessagesAreAnsweredAndTheNextIsToo() throws Exception {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(words("--quiet", "--root", root.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream to = process.getOutputStream()) {
            for (String line : List.of("no JSON", "{}", "[1]", "{\"a\":1} {\"b\":2}", "[".repeat(50_000), "")) {
                to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
            to.write(("{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"params\":{\"x\":\"" + "y".repeat(3 << 20)
                            + "\"},\"id\":\"late\"}\n")
                    .getBytes(StandardCharsets.UTF_8));
            to.write("""
                    {"jsonrpc":"2.0","id":5,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
                    "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
                    """.getBytes(StandardCharsets.UTF_8));
            to.flush();
            List<JsonNode> answers = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                answers.add(JSON.readTree(process.inputReader().readLine()));
            }
            assertEquals(
                    5,
                    answers.stream()
                            .filter(answer -> answer.path("id").isNull())
                            .count(),
                    answers::toString);
            assertTrue(answers.toString().contains("\"late\""), answers::toString);
            assertTrue(
                    answers.stream().anyMatch(answer -> answer.path("id").asInt() == 5 && answer.has("result")),
                    answers::toString);
        }
        assertTrue(process.waitFor(Duration.ofSeconds(20)), "it ends with its input");
        assertEquals(0, process.exitValue());
    }

    @Test
    void otherCommandsLoadNoClassOfTheSdk() throws Exception {
        Shell.Result explain = Shell.run(
                folder,
                Map.of(),
                Stream.concat(
                                Stream.of(java(), "-verbose:class"),
                                Stream.of("-cp", classPath(), "io.heddle.cli.Heddle", "explain"))
                        .toArray(String[]::new));
        assertEquals(0, explain.exit(), explain::toString);
        assertTrue(explain.out().contains("io.heddle.cli.ExplainCommand"));
        assertFalse(explain.out().contains("io.modelcontextprotocol"));
        assertFalse(explain.out().contains("reactor."));
    }

    @Test
    void aRootThatIsNoFolderIsRefused() throws Exception {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(words("--root", root.resolve("race.json").toString()));
        Shell.Result result = Shell.run(folder, Map.of(), command.toArray(String[]::new));
        assertEquals(2, result.exit(), result::toString);
        assertTrue(result.err().contains("is no folder"), result::toString);
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.sorted().toList();
        }
    }

    private CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(new CallToolRequest(tool, arguments));
    }

    private JsonNode json(String tool, Map<String, Object> arguments) throws Exception {
        CallToolResult result = call(tool, arguments);
        assertNotEquals(true, result.isError(), () -> text(result));
        assertTrue(text(result).getBytes(StandardCharsets.UTF_8).length <= 16_000);
        return JSON.readTree(text(result));
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().getFirst()).text();
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin/java").toString();
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    private static List<String> words(String... more) {
        return Stream.concat(Stream.of("-Xmx1g", "-cp", classPath(), "io.heddle.cli.Heddle", "mcp"), Stream.of(more))
                .toList();
    }

    private static String pom(String artifact, String more) {
        return "<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>" + artifact
                + "</artifactId><version>1</version><packaging>jar</packaging>" + more + "</project>";
    }

    private static void jar(Path file, String classPath, Path type) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!classPath.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            jar.putNextEntry(new JarEntry("shop/Holds.class"));
            Files.copy(type, jar);
            jar.closeEntry();
        }
    }
}
