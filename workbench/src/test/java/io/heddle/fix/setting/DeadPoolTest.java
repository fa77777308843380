package io.heddle.fix.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.heddle.check.read.Artifact;
import io.heddle.check.read.Setting;
import io.heddle.check.read.Settings;
import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.Splices;
import io.heddle.model.Refusal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadPoolTest {

    private static final String EXECUTION = "spring.task.execution.pool";

    @Test
    void theLimitOfThePoolIsCarriedOver() {
        assertEquals(
                "a=1\r\nspring.task.execution.simple.concurrency-limit = 20\r\nb=2\r\n",
                edited(
                        "a.properties",
                        EXECUTION,
                        "a=1\r\nspring.task.execution.pool.core-size = 20\r\n"
                                + "spring.task.execution.pool.max-size=50\r\nb=2\r\n"));
        assertEquals(
                "spring.task.execution.simple.concurrency-limit=50\n",
                edited(
                        "a.properties",
                        EXECUTION,
                        "spring.task.execution.pool.core-size=20\nspring.task.execution.pool.max-size=50\n"
                                + "spring.task.execution.pool.queue-capacity=10\n"));
    }

    /// The queue has no bound, so that the pool never has more threads than its core: 8 unless set.
    @Test
    void aSizeThatThePoolNeverReachedIsNotItsLimit() {
        assertEquals(
                "spring.task.execution.simple.concurrency-limit=8\n",
                edited("a.properties", EXECUTION, "spring.task.execution.pool.max-size=50\n"));
    }

    @Test
    void whatHasNoHeirGoes() {
        assertEquals(
                "# threads\nb=2",
                edited("a.properties", "server.tomcat.threads", "# threads\nserver.tomcat.threads.max=20\nb=2"));
        String yaml = """
                server:
                  tomcat:
                    threads:
                      # a few
                      max: 20
                      min-spare: 5
                  port: 80
                """;
        assertEquals("""
                server:
                      # a few
                  port: 80
                """, edited("a.yml", "server.tomcat.threads", yaml));
    }

    @Test
    void yamlKeepsItsLevels() {
        String yaml = """
                spring:
                  task:
                    execution:
                      pool: # small
                        core-size: 4
                        max-size: 9
                  datasource:
                    url: jdbc:x
                """;
        String plain = yaml.replace(" # small", "");
        assertEquals(
                plain.replace("pool:", "simple:")
                        .replace("core-size:", "concurrency-limit:")
                        .replace("        max-size: 9\n", ""),
                edited("a.yml", EXECUTION, plain));
        assertEquals(Refusal.SETTING_NOT_PLAIN, refused(yaml));
        assertEquals(
                "spring:\n  task.execution.simple.concurrency-limit: 4\n",
                edited("a.yml", EXECUTION, "spring:\n  task.execution.pool.core-size: 4\n"));
    }

    @Test
    void aLimitThatIsSetStays() {
        assertEquals(
                "spring.task.execution.simple.concurrency-limit=3\n",
                edited(
                        "a.properties",
                        EXECUTION,
                        "spring.task.execution.pool.core-size=4\nspring.task.execution.simple.concurrency-limit=3\n"));
    }

    @Test
    void whatIsNotKnownIsRefused() {
        String plain = "spring.task.execution.pool.core-size=4\n";
        DeadPool.Sought.Not not = assertInstanceOf(
                DeadPool.Sought.Not.class,
                pool("a.properties", EXECUTION, plain).edit(_ -> false));
        assertEquals(Refusal.SETTING_UNKNOWN, not.refused().refusal());
        assertEquals(Refusal.SETTING_NOT_PLAIN, refused("spring.task.execution.pool.core-size: ${SIZE}\n"));
        assertEquals(Refusal.SETTING_NOT_PLAIN, refused("---\nspring.task.execution.pool.core-size: 4\n"));
    }

    private static String edited(String name, String prefix, String text) {
        DeadPool.Sought.Found found = assertInstanceOf(
                DeadPool.Sought.Found.class, pool(name, prefix, text).edit(_ -> true));
        return Splices.apply(text, found.edit().splices());
    }

    private static Refusal refused(String text) {
        return assertInstanceOf(
                        DeadPool.Sought.Not.class,
                        pool("a.yml", EXECUTION, text).edit(_ -> true))
                .refused()
                .refusal();
    }

    private static DeadPool pool(String name, String prefix, String text) {
        SourceFile file = new SourceFile(
                Path.of(name), name, text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8, text);
        List<Setting> lines = Settings.read(name, text, new Artifact("a", Path.of(name), Artifact.Role.TARGET)).stream()
                .filter(setting -> setting.isBelow(prefix))
                .toList();
        return new DeadPool(file, prefix, lines);
    }
}
