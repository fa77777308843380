package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a stranger writes into names, keys, messages and arguments, through the inputs of each command: both streams
/// and
/// each report are harmless, and no line looks like Heddle's own.
class HostileTextTest {

    private static final String OWN = "heddle: all is well";

    /// Each begins a line that something obeys, or that a reader takes for Heddle's.
    private static final List<String> HOSTILE = List.of(
            "x\n::error file=a::owned\n" + OWN,
            "x\r\n\u00a0::stop-commands::t\r" + OWN,
            "\u001b[2J\u001b]0;owned\u0007\u009b31m",
            "##[error]owned ##vso[task.setvariable variable=a]b ##teamcity[buildStatus]",
            "\u202eotni\u2066\u200b\udb40\udc41\u2028::error::\u0085" + OWN,
            "section_start:1:a\r\u001b[0K\n--- group\n+++ group\n  try: rm");

    private static final Pattern OBEYED = Pattern.compile(
            "##\\w*\\[|^[\\s\\p{Z}]*::|^(?:---|\\+\\+\\+|~~~) |^heddle: all|^  try: rm|[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\t]]",
            Pattern.MULTILINE);

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    static List<String> hostile() {
        return HOSTILE;
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void argumentsThatAreEchoed(String text) {
        for (List<String> words : List.of(
                List.of(text),
                List.of("--" + text),
                List.of("check", text),
                List.of("check", "a:b:" + text, "--offline"),
                List.of("check", "--" + text, "x"),
                List.of("check", "x", "--fail-on", text),
                List.of("check", "x", "--baseline", text),
                List.of("check", "x", "--rules", text),
                List.of("check", "x", "--json", text + "/a"),
                List.of("fix", text),
                List.of("fix", ".", "--allow", text),
                List.of("explain", text),
                List.of("help", text),
                List.of("watch", text),
                List.of("watch", "--compare", text, text),
                List.of("lab", text),
                List.of("lab", "diff", text, text),
                List.of("race", text),
                List.of("race", "--path", text),
                List.of("race", "--arms", text),
                List.of("race", "--header", text),
                List.of("race", "--requests", text),
                List.of("race", "--exec", text, "--before-trial", text, "--path", "x"),
                List.of("race", "--platform-url", text, "--virtual-url", text),
                List.of("canary", text),
                List.of("canary", "judge", "--baseline", text, "--canary", text),
                List.of("canary", "judge", "--baseline", "prometheus:" + text, "--canary", text),
                List.of("canary", "judge", "--baseline", "haproxy-udp:" + text, "--canary", text),
                List.of("canary", "rollout", "--haproxy", text, "--servers", text))) {
            assertTrue(heddle(words.toArray(String[]::new)) != 0, words::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void entriesOfArchivesAndWhatStandsInThem(String text) throws IOException {
        Path jar = folder.resolve("evil.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file, StandardCharsets.UTF_8)) {
            for (String name : List.of(
                    "lib/" + whole(text) + ".jar",
                    whole(text) + ".class",
                    "BOOT-INF/lib/" + whole(text) + "/a.jar",
                    "META-INF/services/" + whole(text))) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(text.getBytes(StandardCharsets.UTF_8));
            }
            zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            zip.write(("Main-Class: " + text + "\n").getBytes(StandardCharsets.UTF_8));
        }
        reports("check", jar.toString());
        heddle("check", jar.toString(), "--verbose");
        heddle("race", jar.toString(), "--quick");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void namesInClassFiles(String text) throws IOException {
        // A name in byte code may be anything without . ; [ / and < >, and its place has the length of the one it
        // replaces.
        String name = text.replaceAll("[.;\\[/<>]|\\p{Cs}|[\\x{10000}-\\x{10ffff}]", "_");
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        String type = "T".repeat(bytes.length);
        String method = "m".repeat(bytes.length);
        Path source = folder.resolve(type + ".java");
        Files.writeString(
                source,
                "public class " + type + " { public synchronized void " + method
                        + "() throws Exception { Thread.sleep(9); } public static void main(String[] a) throws Exception { new "
                        + type + "()." + method + "(); } }");
        Path classes = Files.createDirectory(folder.resolve("classes"));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-g", "-d", classes.toString(), source.toString()));
        Path file = classes.resolve(type + ".class");
        String planted = Files.readString(file, StandardCharsets.ISO_8859_1);
        String evil = new String(bytes, StandardCharsets.ISO_8859_1);
        Path jar = folder.resolve("classes.jar");
        try (OutputStream stream = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(stream, StandardCharsets.UTF_8)) {
            zip.putNextEntry(new ZipEntry(name + ".class"));
            zip.write(planted.replace(type, evil).replace(method, evil).getBytes(StandardCharsets.ISO_8859_1));
        }
        reports("check", jar.toString());
        assertTrue(out.toString().contains("blocking-under-monitor"), out::toString);
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void filesOfRequestsAndReports(String text) throws IOException {
        String json = new ObjectMapper().writeValueAsString(text);
        Path requests = Files.writeString(folder.resolve("r.jsonl"), "{\"path\": \"/\", " + json + ": 1}\n");
        heddle("race", "--requests", requests.toString());
        Files.writeString(requests, "{\"path\": \"/\", \"method\": " + json + "}\n");
        heddle("race", "--requests", requests.toString());
        Files.writeString(requests, text);
        heddle("race", "--requests", requests.toString());
        Path har = Files.writeString(
                folder.resolve("r.har"),
                "{\"log\": {\"entries\": [{\"request\": {\"method\": " + json + ", \"url\": " + json + "}}]}}");
        heddle("race", "--requests", har.toString());
        for (String content : List.of(text, json, "{" + json + ": " + json + "}", "[" + json + "]")) {
            Path file = Files.writeString(folder.resolve("report.json"), content);
            heddle("check", file.toString());
            heddle("check", "x", "--baseline", file.toString());
            heddle("watch", file.toString());
            heddle("watch", "--compare", file.toString(), file.toString());
            heddle("lab", "diff", file.toString(), file.toString());
            heddle("lab", "page", file.toString());
            heddle("canary", "judge", "--baseline", file.toString(), "--canary", file + "#" + text);
            heddle("canary", "judge", "--baseline", "nginx-log:" + file + "#a", "--canary", "nginx-log:" + file + "#b");
        }
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void poms(String text) throws IOException {
        String value = whole(text).replace("&", "&amp;").replace("<", "&lt;");
        Path project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(
                project.resolve("pom.xml"),
                "<project><groupId>" + value + "</groupId><artifactId>" + value + "</artifactId><version>" + value
                        + "</version><modules><module>" + value
                        + "</module></modules><dependencies><dependency><groupId>"
                        + value + "</groupId><artifactId>a</artifactId><version>" + value
                        + "</version></dependency></dependencies></project>");
        heddle("check", project.toString(), "--offline");
        heddle("fix", project.toString(), "--offline");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void answersOfServers(String text) throws IOException {
        String json = new ObjectMapper().writeValueAsString(text);
        byte[] body = ("{\"status\": \"error\", \"errorType\": " + json + ", \"error\": " + json + "}")
                .getBytes(StandardCharsets.UTF_8);
        // For the tests of the canary's server in this JVM.
        CanaryServer.limit();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(400, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            String url = "prometheus:http://127.0.0.1:" + server.getAddress().getPort() + "#{a=\"%s\"}";
            heddle(
                    "canary",
                    "judge",
                    "--baseline",
                    String.format(Locale.ROOT, url, "b"),
                    "--canary",
                    String.format(Locale.ROOT, url, "c"));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void tracesOfVerboseFailures() {
        String text = HOSTILE.getFirst();
        StringWriter trace = new StringWriter();
        new Gate(new PrintWriter(trace)).trace(new IllegalStateException(text, new IOException(text)));
        harmless("trace", trace.toString());
        assertTrue(trace.toString().contains("HostileTextTest"), trace::toString);
    }

    /// Each format of `check`.
    private void reports(String... command) throws IOException {
        String[] words = java.util.Arrays.copyOf(command, command.length + 16);
        Path[] files = new Path[6];
        int at = command.length;
        List<String> formats = List.of("json", "html", "sarif", "markdown", "code-quality", "lines");
        for (int i = 0; i < formats.size(); i++) {
            files[i] = folder.resolve("report." + formats.get(i));
            words[at++] = "--" + formats.get(i);
            words[at++] = files[i].toString();
        }
        words[at++] = "--all";
        words[at++] = "--exposure";
        words[at++] = "all";
        words[at] = "--explain";
        heddle(words);
        heddle("check", command[command.length - 1], "--exposure", "all", "--json", "-");
        heddle("check", command[command.length - 1], "--exposure", "all", "--lines", "-");
        for (Path file : files) {
            if (Files.exists(file)) {
                harmless(file.toString(), Files.readString(file));
            }
        }
    }

    private int heddle(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Heddle heddle = new Heddle();
        int code = heddle.run(
                heddle.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)), words);
        harmless("output of " + List.of(words), out.toString());
        harmless("errors of " + List.of(words), err.toString());
        return code;
    }

    private static void harmless(String where, String printed) {
        for (String line : printed.split("\n", -1)) {
            assertFalse(OBEYED.matcher(line).find(), () -> where + ": " + line + "\n" + printed);
        }
    }

    private static String whole(String text) {
        return text.replaceAll("[\\p{Cc}&&[^\t\n\r]]|\\p{Cs}", "?");
    }
}
