package io.heddle.cli.mcp;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/// The messages of the other side, one a line. A line that is no message, or a very long one, is answered here with an
/// error, and the SDK does not see it: it would stop to read.
final class Lines extends InputStream {

    private static final int NO_MESSAGE = -32_600;
    private static final int NO_JSON = -32_700;

    private static final String NONE = "null";
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final InputStream in;
    private final OutputStream out;
    private final int longest;
    private final CountDownLatch ended = new CountDownLatch(1);
    private ByteArrayInputStream line = new ByteArrayInputStream(new byte[0]);

    /// @param out where errors go: the stream that the SDK writes to
    /// @param longest bytes of a message
    Lines(InputStream in, OutputStream out, int longest) {
        this.in = new BufferedInputStream(in);
        this.out = out;
        this.longest = longest;
    }

    /// Waits until the other side has closed its end.
    void awaitEnd() throws InterruptedException {
        ended.await();
    }

    @Override
    public int read() throws IOException {
        return next() ? line.read() : -1;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        return next() ? line.read(bytes, from, length) : -1;
    }

    @Override
    public void close() throws IOException {
        ended.countDown();
        in.close();
    }

    private boolean next() throws IOException {
        while (line.available() == 0) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int octet = in.read();
            while (octet >= 0 && octet != '\n' && bytes.size() < longest) {
                bytes.write(octet);
                octet = in.read();
            }
            if (octet >= 0 && octet != '\n') {
                bytes.write(octet);
                refuseLong(bytes.toByteArray());
            } else if (octet < 0 && bytes.size() == 0) {
                ended.countDown();
                return false;
            } else if (isMessage(bytes.toByteArray())) {
                bytes.write('\n');
                line = new ByteArrayInputStream(bytes.toByteArray());
            }
        }
        return true;
    }

    /// Blank lines are none, and not answered.
    private boolean isMessage(byte[] bytes) throws IOException {
        if (new String(bytes, StandardCharsets.UTF_8).isBlank()) {
            return false;
        }
        JsonNode message;
        try {
            message = JSON.readTree(bytes);
        } catch (JsonProcessingException e) {
            answer(NONE, NO_JSON, "a message is one line with one JSON object");
            return false;
        }
        if (isMessage(message)) {
            return true;
        }
        JsonNode id = message.path("id");
        answer(
                id.isTextual() || id.isIntegralNumber() ? id.toString() : NONE,
                NO_MESSAGE,
                "this is no request, notification or answer of JSON-RPC 2.0");
        return false;
    }

    /// See the specification of JSON-RPC 2.0, sections 4 and 5.
    private static boolean isMessage(JsonNode node) {
        JsonNode id = node.path("id");
        boolean answer =
                id.isValueNode() && (node.has("result") || node.path("error").isObject());
        boolean request = node.path("method").isTextual() && !node.has("result") && !node.has("error");
        return node.isObject()
                && node.path("jsonrpc").asText().equals("2.0")
                && (id.isMissingNode() || id.isTextual() || id.isIntegralNumber())
                && (!node.has("params") || node.path("params").isContainerNode())
                && (request || answer);
    }

    /// Nothing of it is kept: its id may stand at its end.
    private void refuseLong(byte[] begun) throws IOException {
        RestOfLine rest = new RestOfLine(in);
        String id = NONE;
        try (JsonParser parser = JSON.createParser(new SequenceInputStream(new ByteArrayInputStream(begun), rest))) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isId = parser.currentName().equals("id");
                JsonToken value = parser.nextToken();
                if (isId && value == JsonToken.VALUE_NUMBER_INT) {
                    id = parser.getText();
                } else if (isId && value == JsonToken.VALUE_STRING && parser.getTextLength() < 200) {
                    id = '"' + new String(JsonStringEncoder.getInstance().quoteAsString(parser.getText())) + '"';
                } else {
                    parser.skipChildren();
                }
            }
        } catch (IOException e) {
            // without an id then
        }
        rest.drain();
        answer(id, NO_MESSAGE, "a message has at most " + longest + " bytes");
    }

    private void answer(String id, int code, String message) throws IOException {
        String answer = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + code + ",\"message\":\""
                + message + "\"}}\n";
        // As the SDK does, so that no message gets into another.
        synchronized (out) {
            out.write(answer.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    /// What is left of a line, without closing what it is read from.
    private static final class RestOfLine extends InputStream {

        private final InputStream in;
        private boolean over;

        RestOfLine(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            if (over) {
                return -1;
            }
            int octet = in.read();
            over = octet < 0 || octet == '\n';
            return over ? -1 : octet;
        }

        void drain() throws IOException {
            while (read() >= 0) {
                // thrown away
            }
        }
    }
}
