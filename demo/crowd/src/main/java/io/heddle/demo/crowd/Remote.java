package io.heddle.demo.crowd;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The downstream as its caller sees it: a process that it starts, and ends with.
final class Remote implements AutoCloseable {

    private final Process process;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpRequest request;

    private Remote(Process process, int port) {
        this.process = process;
        this.request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + Downstream.PATH))
                .build();
    }

    static Remote start(int places, int millis) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Downstream.class.getName(),
                        String.valueOf(places),
                        String.valueOf(millis))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String port = output.readLine();
        if (port == null) {
            throw new IOException("the downstream did not start");
        }
        return new Remote(process, Integer.parseInt(port));
    }

    String call() throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    @Override
    public void close() {
        client.close();
        process.destroy();
    }
}
