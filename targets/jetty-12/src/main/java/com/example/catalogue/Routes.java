package com.example.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

final class Routes extends Handler.Abstract {

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        switch (request.getMethod() + " " + Request.getPathInContext(request)) {
            case "GET /sleep" -> sleep(request, response, callback);
            case "GET /hello" -> text(response, callback, "text/plain", "hello");
            case "GET /echo" -> echo(request, response, callback);
            case "GET /fail" -> throw new IllegalStateException("asked to fail");
            case "POST /upload" -> upload(request, response, callback);
            case "GET /stream" -> stream(response, callback);
            case "GET /thread" -> thread(response, callback);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void sleep(Request request, Response response, Callback callback) throws Exception {
        Fields.Field millis = Request.extractQueryParameters(request).get("ms");
        Thread.sleep(millis == null ? 50 : Long.parseLong(millis.getValue()));
        text(response, callback, "text/plain", "slept");
    }

    private static void echo(Request request, Response response, Callback callback) throws Exception {
        Map<String, String> headers = new TreeMap<>();
        for (HttpField field : request.getHeaders()) {
            headers.merge(field.getName().toLowerCase(Locale.ROOT), field.getValue(), (a, b) -> a + ", " + b);
        }
        Map<String, String> parameters = new TreeMap<>();
        for (Fields.Field field : Request.extractQueryParameters(request)) {
            parameters.put(field.getName(), String.join(", ", field.getValues()));
        }
        response.setStatus(201);
        response.getHeaders().put("X-Catalogue", "echo");
        text(
                response,
                callback,
                "application/json",
                "{\"headers\":" + json(headers) + ",\"parameters\":" + json(parameters) + "}");
    }

    private static void upload(Request request, Response response, Callback callback) throws IOException {
        try (InputStream body = Content.Source.asInputStream(request);
                CheckedInputStream checked = new CheckedInputStream(body, new CRC32())) {
            long length = checked.transferTo(OutputStream.nullOutputStream());
            String crc = String.format("%08x", checked.getChecksum().getValue());
            text(response, callback, "application/json", "{\"length\":" + length + ",\"crc32\":\"" + crc + "\"}");
        }
    }

    private static void stream(Response response, Callback callback) throws IOException, InterruptedException {
        try (OutputStream out = Content.Sink.asOutputStream(response)) {
            for (int part = 1; part <= 5; part++) {
                out.write(("part " + part + "\n").getBytes(StandardCharsets.US_ASCII));
                out.flush();
                Thread.sleep(10);
            }
        }
        callback.succeeded();
    }

    private static void thread(Response response, Callback callback) {
        Thread thread = Thread.currentThread();
        text(
                response,
                callback,
                "application/json",
                "{\"name\":" + quoted(thread.getName()) + ",\"isVirtual\":" + thread.isVirtual() + "}");
    }

    private static void text(Response response, Callback callback, String type, String body) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        Content.Sink.write(response, true, body, callback);
    }

    private static String json(Map<String, String> map) {
        return map.entrySet().stream()
                .map(entry -> quoted(entry.getKey()) + ":" + quoted(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
