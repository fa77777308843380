package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `heddle fix --write` on a Spring Boot project with planted hazards, whose tests pass before and after. Maven fetches
/// what the project needs, as its users' Maven does.
@Tag("long")
class FixShopIT {

    @TempDir
    private Path folder;

    @Test
    void whatIsMendedStaysWorkingAndWhatIsLeftIsRefused() throws Exception {
        Path shop = folder.resolve("shop");
        copy(HeddleRun.ROOT.resolve("demo/shop"), shop);
        maven();
        HeddleRun.Ended first = HeddleRun.run(
                        folder, "fix", "shop", "--upgrades", "--write", "--json", "fix.json", "--fail-on", "never")
                .exits(0);
        Map<String, Integer> mends = mends(first.json("fix.json"));
        assertTrue(
                mends.keySet().containsAll(List.of("upgrade", "setting", "lock", "cache", "executor", "code")),
                mends::toString);
        assertTrue(
                Files.readString(shop.resolve("pom.xml")).contains("<postgresql.version>42.6.2</postgresql.version>"),
                first::out);
        assertEquals(
                List.of(
                        "# virtual threads",
                        "spring.threads.virtual.enabled=true",
                        "",
                        "spring.task.execution.simple.concurrency-limit=16"),
                Files.readAllLines(shop.resolve("src/main/resources/application.properties")));
        maven();
        HeddleRun.Ended second = HeddleRun.run(
                        folder, "fix", "shop", "--upgrades", "--json", "again.json", "--fail-on", "never")
                .exits(0);
        assertEquals(Map.of(), mends(second.json("again.json")), second::out);
        List<String> left = new ArrayList<>();
        second.json("again.json").get("answers").forEach(answer -> {
            if (answer.get("class").textValue().startsWith("shop.")
                    && answer.get("kind").textValue().equals("refused")) {
                left.add(answer.get("class").textValue());
            }
        });
        assertEquals(
                List.of("shop.Basket", "shop.Offers"),
                left.stream().sorted().distinct().toList());
    }

    /// How many findings each way mends.
    private static Map<String, Integer> mends(JsonNode fix) {
        Map<String, Integer> mends = new TreeMap<>();
        fix.get("answers").forEach(answer -> {
            if (answer.get("kind").textValue().equals("mended")) {
                mends.merge(answer.get("mend").textValue(), 1, Integer::sum);
            }
        });
        return mends;
    }

    private void maven() throws IOException, InterruptedException {
        Process maven = new ProcessBuilder(
                        HeddleRun.ROOT.resolve("mvnw").toString(), "-B", "-ntp", "-q", "-f", "shop/pom.xml", "test")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, maven.waitFor(), said);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(each -> !each.startsWith(from.resolve("target")))
                    .toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }
}
