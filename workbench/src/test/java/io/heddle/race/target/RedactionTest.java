package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-Dspring.datasource.password=hunter2 | -Dspring.datasource.password=***",
                "--spring.datasource.password=hunter2 | --spring.datasource.password=***",
                "--api_KEY='two words' --port=80 | --api_KEY='***' --port=80",
                "DB_PWD=x SECRET_SAUCE=y PWD=/home | DB_PWD=*** SECRET_SAUCE=*** PWD=/home",
                "Authorization: Bearer abc.def ghi | Authorization: ***",
                "X-Api-Key: abc | X-Api-Key: ***",
                "X-Api-Key:abc | X-Api-Key:***",
                "Cookie: a=b; c=d | Cookie: ***",
                "Set-Cookie: SESSION=abc; Path=/ | Set-Cookie: ***",
                "curl -H Bearer abc.def | curl -H Bearer ***",
                "jdbc:postgresql://app:p@ss@db:5432/app?user=app&password=geheim&ssl=true | jdbc:postgresql://app:***@db:5432/app?user=app&password=***&ssl=true",
                "redis://:geheim@cache:6379 | redis://:***@cache:6379",
                "jdbc:oracle:thin:scott/tiger@db:1521:XE | jdbc:oracle:thin:scott/***@db:1521:XE",
                "{\"spring.datasource.password\":\"a, b\",\"port\":80} | {\"spring.datasource.password\":\"***\",\"port\":80}",
                "token = abc | token = ***",
                "{java} -jar app.jar --db-password hunter2 --port 80 | {java} -jar app.jar --db-password *** --port 80",
                "sh -c 'run --api-key \"two words\" -v' | sh -c 'run --api-key \"***\" -v'",
                "run --token --port 80 | run --token --port 80",
                "curl -u me:hunter2 http://a/ | curl -u me:*** http://a/",
                "--db.pass=x --dbPass=x DB_PASS=x | --db.pass=*** --dbPass=*** DB_PASS=***",
                "X-Auth: abc | X-Auth: ***",
                "/a?session=abc&page=2&jwt=d.e.f&sig=xyz | /a?session=***&page=2&jwt=***&sig=***",
                "JSESSIONID=4711 X-Amz-Signature=abc | JSESSIONID=*** X-Amz-Signature=***",
                "https://ghp_0123@github.com/a/b | https://***@github.com/a/b",
                "http://me:hunter2@my_host:8080 | http://me:***@my_host:8080",
            })
    void hides(String text, String shown) {
        assertEquals(shown, Redaction.text(text));
        assertEquals(shown, Redaction.text(shown), "twice is the same as once");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java -cp lib/tokenizer.jar:lib/app.jar Main",
                "http://127.0.0.1:8080/api/keys?page=2",
                "Started App in 2.1 seconds",
                "a basic idea",
                "-Xmx512m",
                "author=Ann signal=9 compass=north bypass=yes residence: home design=flat passed: 3",
                "--author Ann --signal 9",
                "mail to ann@example.org",
                "-u app http://127.0.0.1:8080/",
                "--server.port=0"
            })
    void leavesTheRest(String text) {
        assertEquals(text.replace("basic idea", "basic ***"), Redaction.text(text));
    }

    @Test
    void hidesTheWordAfterAnOption() {
        assertEquals(
                List.of("app", "--password", "***", "--token", "--port", "80", "-Dkey=***", "***"),
                Redaction.words(List.of("app", "--password", "hunter2", "--token", "--port", "80", "-Dkey=x", "***")));
    }

    @Test
    void hidesThePasswordBehindAUser() {
        assertEquals(
                List.of("curl", "-u", "me:***", "--user", "me", "http://a:8080/"),
                Redaction.words(List.of("curl", "-u", "me:hunter2", "--user", "me", "http://a:8080/")));
    }

    /// Output and recordings are whatever a target makes them.
    @ParameterizedTest
    @ValueSource(strings = {"a", "[", "-", "--key", "://a:", "jdbc:oracle:a:b/", "-u ", "=", "basic ", "pass", "a@b:"})
    void takesNoLongerForHostileText(String part) {
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> Redaction.text(part.repeat(300_000 / part.length())));
    }

    @Test
    void hidesValuesByName() {
        assertEquals(
                Map.of("DB_PASSWORD", "***", "PWD", "/home", "URL", "http://a:***@b"),
                Redaction.values(Map.of("DB_PASSWORD", "x", "PWD", "/home", "URL", "http://a:x@b")));
    }

    @Test
    void hidesKnownSecretsWhereverTheyStand() {
        Launch launch = new Launch(
                "x",
                List.of("app", "--password", "opensesame", "--db=http://u:viaurl99@h/"),
                Path.of("."),
                Map.of("API_TOKEN", "tok-12345", "SHORT_KEY", "a"),
                Path.of("x.log"));
        assertEquals(
                "connecting with ***, *** and *** to a",
                Redaction.of(launch).in("connecting with opensesame, tok-12345 and viaurl99 to a"));
        assertFalse(launch.toString().contains("opensesame"), launch.toString());
        assertFalse(launch.toString().contains("tok-12345"), launch.toString());
    }
}
