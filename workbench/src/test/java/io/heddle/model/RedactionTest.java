package io.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
                "http://me:hun/ter2@my_host:8080/x | http://me:***@my_host:8080/x",
                "pushed with ghp_0123456789abcdef0123456789abcdef0123. | pushed with ***.",
                "id AKIAIOSFODNN7EXAMPLE of | id *** of",
                "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP_mB92K here | got *** here",
                "scott/tiger@//db:1521/xe | scott/***@//db:1521/xe",
                "cannot connect: scott/t!ger@db.example.org:1521/xe | cannot connect: scott/***@db.example.org:1521/xe",
                "sqlplus -S scott/tiger@orcl | sqlplus -S scott/***@orcl",
                "<server><username>me</username><password>geheim</password></server> | <server><username>me</username><password>***</password></server>",
                "jdbc:sqlserver://db;user=sa;password={a;b};encrypt=true | jdbc:sqlserver://db;user=sa;password=***;encrypt=true",
                "password=hun,ter2 {user=a, password=b, ssl=c} | password=*** {user=a, password=***, ssl=c}",
                "curl -H 'X-Tenant: 4711' http://a/ | curl -H 'X-Tenant: ***' http://a/",
                "CREATE USER a IDENTIFIED BY 'geheim' | CREATE USER a IDENTIFIED BY '***'",
                "<property name=\"password\" value=\"hunter22\"/> | <property name=\"password\" value=\"***\"/>",
                "{\"name\":\"DB_PASSWORD\",\"value\":\"x\"} | {\"name\":\"DB_PASSWORD\",\"value\":\"***\"}",
                "the password is 'hunter22' | the password is '***'",
                "DB_PW=hunter22 | DB_PW=***",
                "client_secret%3Dhunter22%26scope%3Da | client_secret%3D***%26scope%3Da",
                "GET /cb?code=4/0AX4XfWjYZ1a2b3c4d&state=a | GET /cb?code=***&state=a",
                "sent Basic bWU6aHVudGVyMg== to | sent Basic *** to",
                "session.timeout.password=30m token=12 | session.timeout.password=*** token=***",
                "Using generated security password: 78fa095d-3f4c-48b1-ad50-e24c31d5cf35 | Using generated security password: ***",
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
                "at com.shop.TokenService.refresh (TokenService.java:12)",
                "at com.shop.PasswordEncoder.encode(PasswordEncoder.java:33)",
                "SessionFactory.open:12 > java.net.Socket.connect:44",
                "monitor io.heddle.Session.key:12 (monitor)",
                "server.servlet.session.timeout=30m max-tokens=4096 token.expiry=3600",
                "key-deserializer: org.apache.kafka.common.serialization.StringDeserializer",
                "Basic authentication is not supported",
                "Bearer of good news",
                "-Xmx512m",
                "author=Ann signal=9 compass=north bypass=yes residence: home design=flat passed: 3",
                "--author Ann --signal 9",
                "mail to ann@example.org",
                "-u app http://127.0.0.1:8080/",
                "--server.port=0",
                "uses: actions/checkout@v4, npm/left-pad@1.3.0, repo/image@sha256:0123abcd",
                "git clone git@github.com:a/b.git; see http://127.0.0.1:8080/a@b",
                "task-runner-of-a-long-name disk-usage-of-all-the-machines risk-2026-assessment-of-all",
                "GET /orders/42 HTTP/1.1 200 in 3 ms, trace 4bf92f3577b34da6a3ce929d0e0e4736",
                "at org.apache.catalina.session.ManagerBase.add(ManagerBase.java:694)",
                "<dependency><groupId>a</groupId><version>1</version></dependency>",
                "java.util.concurrent.locks.ReentrantLock$NonfairSync@1b2c3d4e",
            })
    void leavesTheRest(String text) {
        assertEquals(text, Redaction.text(text));
    }

    /// The key may be cut off at either end, and each line may have a prefix of the log.
    @ParameterizedTest
    @ValueSource(strings = {"", "2026-11-28 INFO  [main] "})
    void hidesPrivateKeysOverSeveralLines(String prefix) {
        String begin = prefix + "-----BEGIN RSA PRIVATE KEY-----\n";
        String body = (prefix + "MIIEowIBAAKCAQEAx0SwHTKIPZ0OZUN8bZP1S1y4vBq5Y0dQf4rJ1m9T8KqvL2aB\n").repeat(5) + prefix
                + "Qk8=\n";
        String end = prefix + "-----END RSA PRIVATE KEY-----\n";
        for (String text : List.of(begin + body + end, body + end, body.substring(30) + end)) {
            String shown = Redaction.text("before\n" + text + "after");
            assertFalse(shown.contains("MIIE") || shown.contains("Qk8") || shown.contains("vBq5"), shown);
            assertTrue(shown.startsWith("before\n") && shown.endsWith("\nafter"), shown);
            assertEquals(shown, Redaction.text(shown), "twice is the same as once");
        }
        assertFalse(Redaction.text(begin.strip() + "\n" + body.substring(prefix.length()))
                .contains("MIIE"));
    }

    @Test
    void hidesTheValueOfAnyHeader() {
        assertEquals(
                List.of("--header", "X-Tenant: ***", "--header=X-Id:***", "-H", "Accept: ***"),
                Redaction.words(List.of("--header", "X-Tenant: hunter2", "--header=X-Id:a b", "-H", "Accept: x/y")));
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
    @ValueSource(
            strings = {
                "a",
                "[",
                "-",
                "--key",
                "://a:",
                "jdbc:oracle:a:b/",
                "-u ",
                "=",
                "basic ",
                "pass",
                "a@b:",
                "a/",
                "<key>",
                "eyJaaaaa.",
                "-----BEGIN PRIVATE KEY-----\n",
                "aaaaaaaaaaaaaaaaaaaa\n",
                "sk-",
                "://a:b",
                "-H a:",
                "password=,",
                "key="
            })
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
        Redaction known = Redaction.of(
                List.of("app", "--password", "opensesame", "--db=http://u:viaurl99@h/", "-H", "X-Id: plainid77"),
                Map.of("API_TOKEN", "tok-12345", "SHORT_KEY", "a"));
        assertEquals(
                "connecting with ***, ***, *** and *** to a",
                known.in("connecting with opensesame, tok-12345, plainid77 and viaurl99 to a"));
    }
}
