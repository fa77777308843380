package io.heddle.race.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.race.load.HeaderField;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestsFileTest {

    @TempDir
    private Path folder;

    @Test
    void jsonLines() throws IOException {
        Workload shop = read(
                "shop.jsonl",
                """
                # what the shop does on a weekday
                {"path": "/api/users", "weight": 8}

                {"method": "POST", "path": "/api/orders", "headers": {"X-Tag": ["a", "b"]}, "cookies": {"session": "s1", "lang": "de"}, "body": {"id": 7}}
                {"method": "PUT", "path": "/notes/ü b", "headers": {"Content-Type": "text/plain"}, "body": "äöü", "weight": 0.5}
                """,
                List.of(new HeaderField("Accept", "text/html"), new HeaderField("content-type", "x/y")));
        assertEquals("shop.jsonl", shop.name());
        assertEquals(
                List.of(
                        new Entry(
                                "shop.jsonl, line 2",
                                "GET",
                                "/api/users",
                                List.of(new HeaderField("Accept", "text/html"), new HeaderField("content-type", "x/y")),
                                "",
                                8),
                        new Entry(
                                "shop.jsonl, line 4",
                                "POST",
                                "/api/orders",
                                List.of(
                                        new HeaderField("Accept", "text/html"),
                                        new HeaderField("X-Tag", "a"),
                                        new HeaderField("X-Tag", "b"),
                                        new HeaderField("Cookie", "session=s1; lang=de"),
                                        new HeaderField("Content-Type", "application/json")),
                                "{\"id\":7}",
                                1),
                        new Entry(
                                "shop.jsonl, line 5",
                                "PUT",
                                "/notes/%C3%BC%20b",
                                List.of(
                                        new HeaderField("Accept", "text/html"),
                                        new HeaderField("Content-Type", "text/plain")),
                                "äöü",
                                0.5)),
                shop.entries());
        assertEquals(0.5 / 9.5, shop.leastShare(), 1e-9);
        assertEquals(
                URI.create("http://127.0.0.1:8080/api/users"),
                shop.probe(URI.create("http://127.0.0.1:8080")).uri());
    }

    @Test
    void urlsOfAnAccessLogGetTheirShares() throws IOException {
        Workload urls = read(
                "urls.txt", "/a\nhttp://shop.example:8080/b?q=1#part\nPOST /a\n/a\nhttps://other.example\n", List.of());
        assertEquals(
                List.of("GET /a 2.0", "GET /b?q=1 1.0", "POST /a 1.0", "GET / 1.0"),
                urls.entries().stream()
                        .map(entry -> entry.method() + " " + entry.path() + " " + entry.weight())
                        .toList());
    }

    @Test
    void aHarWithoutStrangersErrorsAndWhatBelongsToItsConnection() throws IOException {
        Workload har = read("shop.har", """
                {"log": {"version": "1.2", "entries": [
                  {"request": {"method": "GET", "url": "https://shop.example/list?page=1|2", "cookies": [{"name": "s", "value": "1"}],
                    "headers": [{"name": ":authority", "value": "shop.example"}, {"name": "Host", "value": "shop.example"}, {"name": "Accept", "value": "text/html"}]},
                    "response": {"status": 200}},
                  {"request": {"method": "GET", "url": "https://tracker.example/pixel", "headers": [], "cookies": []}, "response": {"status": 200}},
                  {"request": {"method": "GET", "url": "https://shop.example/favicon.ico", "headers": [], "cookies": []}, "response": {"status": 404}},
                  {"request": {"method": "POST", "url": "https://shop.example/cart", "headers": [{"name": "Cookie", "value": "s=1"}, {"name": "content-length", "value": "9"}], "cookies": [{"name": "s", "value": "1"}],
                    "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "id", "value": "7"}], "text": "id=7&n=1"}}, "response": {"status": 302}}]}}
                """, List.of());
        assertEquals(
                List.of(
                        new Entry(
                                "shop.har, entry 1",
                                "GET",
                                "/list?page=1%7C2",
                                List.of(new HeaderField("Accept", "text/html"), new HeaderField("Cookie", "s=1")),
                                "",
                                1),
                        new Entry(
                                "shop.har, entry 4",
                                "POST",
                                "/cart",
                                List.of(
                                        new HeaderField("Cookie", "s=1"),
                                        new HeaderField("Content-Type", "application/x-www-form-urlencoded")),
                                "id=7&n=1",
                                1)),
                har.entries());
        assertEquals(
                List.of(
                        "shop.har: 1 requests to other hosts than shop.example are left out",
                        "shop.har: 1 requests that were answered with an error are left out"),
                har.notes());
    }

    @Test
    void ofAHarOnePortOfAHostIsTakenAndWhatWasAnswered() throws Exception {
        Workload har = read("local.har", """
                {"log": {"version": "1.2", "entries": [
                  {"request": {"method": "GET", "url": "http://localhost:3000/a", "headers": [], "cookies": []}, "response": {"status": 200}},
                  {"request": {"method": "GET", "url": "http://localhost:8080/b", "headers": [], "cookies": []}, "response": {"status": 200}},
                  {"request": {"method": "GET", "url": "http://localhost:8080/c", "headers": [], "cookies": []}, "response": {"status": 0}},
                  {"request": {"method": "GET", "url": "ws://localhost:8080/live", "headers": [], "cookies": []}, "response": {"status": 101}},
                  {"request": {"method": "GET", "url": "http://localhost:8080/events", "headers": [], "cookies": []}, "response": {"status": 101}}]}}
                """, List.of());
        assertEquals(List.of("/b"), har.entries().stream().map(Entry::path).toList());
        assertEquals(
                List.of(
                        "local.har: 2 that open a web socket or are no HTTP requests are left out",
                        "local.har: 1 requests that were not answered are left out",
                        "local.har: 1 requests to other hosts than localhost:8080 are left out"),
                har.notes());
    }

    /// A sentence names the line and never what stands in it.
    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '~', textBlock = """
            {"path": "/hunter2", "wieght": 1}                  ! 'wieght' is not a key
            {"method": "GET"}                                  ! has no path
            {"path": "/", "weight": 0}                         ! 'weight' should be a number above 0
            {"path": "/", "weight": "3"}                       ! 'weight' should be a number above 0
            {"path": "hunter2"}                                ! neither a path nor an http URL
            {"path": "/", "method": "get"}                     ! not a method
            {"path": "/", "method": "CONNECT"}                 ! not a method
            {"path": "/", "headers": ["hunter2"]}              ! 'headers' should be an object
            {"path": "/", "headers": {"X-Key": {"a": 1}}}      ! 'headers.X-Key' should be a text
            {"path": "/", "headers": {"X-Key": "hunter2\\n"}}  ! the header 'X-Key'
            {"path": "/", "headers": {"X Key": "hunter2"}}     ! the header 'X Key'
            {"path": "/", "cookies": "hunter2"}                ! 'cookies' should be an object
            {"path": "/", hunter2                              ! is not a JSON object
            hunter2 /api                                       ! neither a JSON object nor a URL
            /a%zz                                              ! character that a URL cannot have
            """)
    void mistakesNameTheirLine(String line, String said) {
        Failure failure = assertThrows(Failure.class, () -> read("bad.jsonl", "/fine\n" + line + "\n", List.of()));
        assertTrue(
                failure.sentence().startsWith("bad.jsonl, line 2")
                        && failure.sentence().contains(said),
                failure.sentence());
        assertFalse(failure.sentence().contains("hunter2") || failure.next().contains("hunter2"), failure.sentence());
        assertFalse(failure.next().isEmpty());
    }

    /// Of what is nested too deep Jackson knows no column.
    @Test
    void aBodyThatIsNestedTooDeepIsRefused() {
        Failure failure = assertThrows(
                Failure.class,
                () -> read("deep.jsonl", "{\"path\": \"/\", \"body\": " + "[".repeat(5_000) + "\n", List.of()));
        assertTrue(failure.sentence().startsWith("deep.jsonl, line 1 is not a JSON object"), failure.sentence());
    }

    @Test
    void filesThatSayNothing() {
        assertTrue(assertThrows(Failure.class, () -> read("empty.txt", "\n# nothing\n", List.of()))
                .sentence()
                .contains("empty.txt names no request"));
        assertTrue(assertThrows(Failure.class, () -> RequestsFile.read(folder.resolve("none.har"), List.of()))
                .sentence()
                .contains("none.har"));
        Failure many = assertThrows(
                Failure.class,
                () -> read(
                        "many.txt",
                        String.join(
                                "\n",
                                java.util.stream.IntStream.range(0, 1_001)
                                        .mapToObj(i -> "/" + i)
                                        .toList()),
                        List.of()));
        assertTrue(many.sentence().contains("more than 1,000"), many.sentence());
    }

    private Workload read(String name, String text, List<HeaderField> common) throws IOException {
        return RequestsFile.read(Files.writeString(folder.resolve(name), text), common);
    }

    /// Tomcat, Jetty, Undertow, Apache and nginx have this form, balancers one with the same request line.
    @Test
    void anAccessLogIsSentAgainAsFarAsItCanBe() throws IOException {
        String start = "10.0.0.9 - - [28/Nov/2026:16:00:00 +0000] ";
        Workload shop = read(
                "access.log",
                start + "\"GET /a?q=1 HTTP/1.1\" 200 12 \"-\" \"curl\" 5\n" + start
                        + "\"HEAD /b HTTP/2.0\" 304 0\n" + start + "\"GET /a?q=1 HTTP/1.1\" 200 12\n" + start
                        + "\"POST /c HTTP/1.1\" 200 12\n" + start + "\"GET /gone HTTP/1.1\" 404 12\n"
                        + "http 2026-07-02T22:23:00Z app/x 10.0.0.9:1 10.0.0.1:80 0 0.01 0 200 200 34 366"
                        + " \"GET http://www.example.com:80/d HTTP/1.1\" \"curl\"\n",
                List.of());
        assertEquals(
                List.of(
                        new Entry("access.log, line 1", "GET", "/a?q=1", List.of(), "", 2),
                        new Entry("access.log, line 2", "HEAD", "/b", List.of(), "", 1),
                        new Entry("access.log, line 6", "GET", "/d", List.of(), "", 1)),
                shop.entries());
        assertEquals(
                List.of(
                        "access.log: 1 requests other than GET and HEAD are left out: a log has no bodies",
                        "access.log: 1 requests that were answered with an error are left out"),
                shop.notes());
    }
}
