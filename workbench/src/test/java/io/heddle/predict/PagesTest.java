package io.heddle.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.model.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pages as Micrometer and OpenTelemetry's agent write them, and pages that say nothing.
class PagesTest {

    private static final Wish NONE =
            new Wish(Optional.empty(), Optional.empty(), Map.of(), Optional.empty(), 2, List.of(21, 25));

    private static final String MICROMETER = """
            # HELP http_server_requests_seconds
            http_server_requests_seconds_count{uri="/a"} %d
            http_server_requests_seconds_sum{uri="/a"} %s
            http_server_requests_seconds_count{uri="/actuator/prometheus"} %d
            http_server_requests_seconds_sum{uri="/actuator/prometheus"} 900
            tomcat_threads_config_max_threads{name="http-nio-8080"} 200
            system_cpu_count 4
            process_cpu_usage 0.05
            process_start_time_seconds 1.7E9
            process_uptime_seconds %s
            """;

    @TempDir
    private Path folder;

    private Path page(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Prediction predict(String before, String after) throws IOException {
        return new Predictor(NONE).pages(page("before.txt", before), page("after.txt", after), Optional.empty());
    }

    @Test
    void threadsAreBusyAsLittleSaysAndScrapesAreNoLoad() throws IOException {
        Prediction prediction =
                predict(MICROMETER.formatted(100, "10.0", 5, "50.0"), MICROMETER.formatted(6_100, "610.0", 6, "110.0"));
        assertEquals(10, prediction.observed().busy().orElseThrow().mean(), 1e-9);
        assertEquals(100, prediction.observed().rate().orElseThrow().value(), 1e-9);
        assertEquals(
                Optional.of(200), prediction.observed().busy().orElseThrow().of());
        assertTrue(
                prediction.first().startsWith("no need: 10 of 200 threads were busy in the mean"), prediction.first());
    }

    @Test
    void metricsOfOpenTelemetrysAgentAreRead() throws IOException {
        String page = """
                http_server_request_duration_seconds_count{http_route="/a"} %d
                http_server_request_duration_seconds_sum{http_route="/a"} %s
                db_client_connections_max{pool_name="orders"} 10
                db_client_connections_use_time_milliseconds_sum{pool_name="orders"} %s
                db_client_connections_use_time_milliseconds_count{pool_name="orders"} %d
                jvm_cpu_time_seconds_total %s
                jvm_cpu_count 4
                """;
        Prediction prediction = new Predictor(
                        new Wish(Optional.empty(), Optional.of(50), Map.of(), Optional.empty(), 2, List.of(25)))
                .pages(
                        page("before.txt", page.formatted(0, "0", "0", 0, "0")),
                        page("after.txt", page.formatted(6_000, "600", "120000", 6_000, "6")),
                        Optional.of(60));
        assertEquals(10, prediction.observed().busy().orElseThrow().mean(), 1e-9);
        assertEquals("orders", prediction.predicted().getFirst().limit().name());
        assertEquals(500, prediction.predicted().getFirst().limit().bound(), 1e-6);
    }

    @Test
    void threadsThatNobodyTellsAreAskedForWithTheSettingThatTellsThem() throws IOException {
        String page = MICROMETER.replace("tomcat_threads_config_max_threads", "something_else");
        Prediction prediction =
                predict(page.formatted(100, "10.0", 5, "50.0"), page.formatted(6_100, "610.0", 6, "110.0"));
        assertTrue(prediction.first().startsWith("undecided: 10 threads were busy"), prediction.first());
        assertTrue(prediction.need().isEmpty());
        assertTrue(
                prediction.notKnown().getFirst().how().contains("server.tomcat.mbeanregistry.enabled=true"),
                prediction.notKnown().toString());
        assertEquals("threads-not-known", prediction.predicted().getFirst().code());
    }

    @Test
    void moreRequestsThanThreadsAreServedWithoutThem() throws IOException {
        Prediction prediction = predict(
                MICROMETER.formatted(100, "10.0", 5, "50.0"), MICROMETER.formatted(6_100, "30010.0", 6, "110.0"));
        assertEquals("asynchronous", prediction.predicted().getFirst().code());
    }

    @ParameterizedTest
    @CsvSource({
        "6100, 610.0, 40.0, was not taken after",
        "50, 610.0, 110.0, is smaller in",
        "100, 10.0, 110.0, no request was counted",
    })
    void pagesThatSayNothingAreRefusedInOneSentence(int count, String sum, String uptime, String said)
            throws IOException {
        String before = MICROMETER.formatted(100, "10.0", 5, "50.0");
        Failure failure =
                assertThrows(Failure.class, () -> predict(before, MICROMETER.formatted(count, sum, 6, uptime)));
        assertTrue(failure.sentence().contains(said), failure.sentence());
    }

    @Test
    void aJvmThatWasStartedAgainIsNoneOfBefore() throws IOException {
        String before = MICROMETER.formatted(100, "10.0", 5, "50.0");
        Failure failure = assertThrows(Failure.class, () -> predict(before, before.replace("1.7E9", "1.8E9")));
        assertTrue(failure.sentence().contains("started again"), failure.sentence());
    }

    @Test
    void whatIsNoPageIsNamed() throws IOException {
        Failure failure = assertThrows(Failure.class, () -> predict("<html>404</html>", "<html>404</html>"));
        assertTrue(failure.sentence().contains("is no page of metrics"), failure.sentence());
    }
}
