package com.example.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

// Uses nothing of the servlet API, so that the same source serves javax and jakarta.
@RestController
public class CatalogueController {

    @GetMapping(path = "/sleep", produces = "text/plain")
    public String sleep(@RequestParam(name = "ms", defaultValue = "50") long millis) throws InterruptedException {
        Thread.sleep(millis);
        return "slept";
    }

    @GetMapping(path = "/hello", produces = "text/plain")
    public String hello() {
        return "hello";
    }

    @GetMapping("/echo")
    public ResponseEntity<Map<String, Object>> echo(
            @RequestHeader HttpHeaders headers, @RequestParam MultiValueMap<String, String> parameters) {
        Map<String, Object> names = new TreeMap<>();
        headers.forEach((name, values) -> names.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("headers", names);
        body.put("parameters", new TreeMap<>(parameters));
        return ResponseEntity.status(201).header("X-Catalogue", "echo").body(body);
    }

    @GetMapping("/fail")
    public String fail() {
        throw new IllegalStateException("asked to fail");
    }

    @PostMapping("/upload")
    public Map<String, Object> upload(InputStream body) throws IOException {
        CheckedInputStream checked = new CheckedInputStream(body, new CRC32());
        long length = checked.transferTo(OutputStream.nullOutputStream());
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("length", length);
        answer.put("crc32", String.format("%08x", checked.getChecksum().getValue()));
        return answer;
    }

    @GetMapping("/stream")
    public void stream(OutputStream out) throws IOException, InterruptedException {
        for (int part = 1; part <= 5; part++) {
            out.write(("part " + part + "\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
            Thread.sleep(10);
        }
    }

    // Answered by a thread of Spring's own executor and not of the server's.
    @GetMapping(path = "/async", produces = "text/plain")
    public Callable<String> async() {
        return () -> {
            Thread.sleep(50);
            return "done elsewhere";
        };
    }

    // The text of a virtual thread is all that Java 17 can ask for.
    @GetMapping("/thread")
    public Map<String, Object> thread() {
        Thread thread = Thread.currentThread();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("name", thread.getName());
        answer.put("isVirtual", thread.toString().startsWith("VirtualThread["));
        return answer;
    }
}
