package io.heddle.check.cache;

import io.heddle.model.Check;
import io.heddle.model.Check.UnknownSite;
import io.heddle.model.Check.Unreadable;
import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Step;
import io.heddle.model.Odds;
import io.heddle.model.Odds.Feature;
import io.heddle.model.RunBy;
import io.heddle.model.ThreadContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A check as bytes: the format's name, the content, and the content's SHA-256. A text is written once and then named
/// by its number.
final class CheckFile {

    private static final byte[] FORMAT = "heddle check 4\n".getBytes(StandardCharsets.US_ASCII);
    private static final int SUM = 32;

    private CheckFile() {}

    static byte[] write(Check check) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(FORMAT);
        Writer out = new Writer(new DataOutputStream(bytes));
        out.list(check.targets(), out::text);
        out.list(check.jdks(), out.data::writeInt);
        Check.Read read = check.read();
        out.data.writeInt(read.artifacts());
        out.data.writeInt(read.classes());
        out.data.writeInt(read.classesThere());
        out.data.writeInt(read.methods());
        out.list(read.unknown(), out::site);
        out.list(read.unreadable(), out::unreadable);
        out.list(check.findings(), out::finding);
        out.list(check.notes(), out::text);
        out.data.writeDouble(check.seconds());
        byte[] content = bytes.toByteArray();
        bytes.write(Key.sha256().digest(content));
        return bytes.toByteArray();
    }

    /// @return empty where the bytes are none of [#write(Check)]'s, or not all of them
    static Optional<Check> read(byte[] bytes) {
        int length = bytes.length - SUM;
        if (length < FORMAT.length
                || !Arrays.equals(bytes, 0, FORMAT.length, FORMAT, 0, FORMAT.length)
                || !MessageDigest.isEqual(
                        Key.sha256().digest(Arrays.copyOf(bytes, length)),
                        Arrays.copyOfRange(bytes, length, bytes.length))) {
            return Optional.empty();
        }
        try {
            Reader in = new Reader(
                    new DataInputStream(new ByteArrayInputStream(bytes, FORMAT.length, length - FORMAT.length)));
            List<String> targets = in.list(in::text);
            List<Integer> jdks = in.list(in.data::readInt);
            int artifacts = in.data.readInt();
            int classes = in.data.readInt();
            int classesThere = in.data.readInt();
            int methods = in.data.readInt();
            List<UnknownSite> unknown = in.list(() -> new UnknownSite(in.text(), in.text(), in.data.readInt()));
            List<Unreadable> unreadable = in.list(() -> new Unreadable(in.text(), in.text()));
            Check.Read read =
                    new Check.Read(artifacts, classes, classesThere, methods, unknown.size(), unknown, unreadable);
            return Optional.of(new Check(
                    "", List.of(), targets, jdks, read, in.list(in::finding), in.list(in::text), in.data.readDouble()));
        } catch (IOException | RuntimeException e) {
            // Its sum is right: another Heddle wrote it in another form.
            return Optional.empty();
        }
    }

    private interface Put<T> {
        void put(T value) throws IOException;
    }

    private interface Take<T> {
        T take() throws IOException;
    }

    private static final class Writer {

        private final DataOutputStream data;
        private final Map<String, Integer> known = new HashMap<>();

        Writer(DataOutputStream data) {
            this.data = data;
        }

        void text(String text) throws IOException {
            Integer number = known.putIfAbsent(text, known.size());
            data.writeInt(number == null ? -1 : number);
            if (number == null) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                data.writeInt(bytes.length);
                data.write(bytes);
            }
        }

        <T> void list(List<T> list, Put<T> each) throws IOException {
            data.writeInt(list.size());
            for (T one : list) {
                each.put(one);
            }
        }

        void site(UnknownSite site) throws IOException {
            text(site.site());
            text(site.called());
            data.writeInt(site.targets());
        }

        void unreadable(Unreadable file) throws IOException {
            text(file.place());
            text(file.why());
        }

        void finding(Finding finding) throws IOException {
            text(finding.rule());
            data.writeInt(finding.since());
            data.writeInt(finding.until().orElse(0));
            data.writeByte(finding.severity().ordinal());
            data.writeByte(finding.confidence().ordinal());
            text(finding.reason());
            list(finding.odds().features(), this::feature);
            data.writeByte(finding.reach().ordinal());
            data.writeByte(finding.context().exposure().ordinal());
            data.writeByte(finding.context().threads().ordinal());
            data.writeByte(finding.context().owner().ordinal());
            text(finding.context().monitor());
            list(finding.context().runBy().endPoints(), this::text);
            data.writeInt(finding.context().runBy().of());
            for (String text : List.of(
                    finding.artifact(), finding.type(), finding.method(), finding.descriptor(), finding.source())) {
                text(text);
            }
            data.writeInt(finding.line());
            list(finding.path(), this::step);
            text(finding.sink());
            text(finding.advice());
        }

        private void feature(Feature feature) throws IOException {
            text(feature.name());
            data.writeDouble(feature.value());
            data.writeDouble(feature.weight());
        }

        private void step(Step step) throws IOException {
            text(step.type());
            text(step.method());
            text(step.descriptor());
            data.writeInt(step.line());
            text(step.artifact());
        }
    }

    private static final class Reader {

        private final DataInputStream data;
        private final List<String> known = new ArrayList<>();

        Reader(DataInputStream data) {
            this.data = data;
        }

        String text() throws IOException {
            int number = data.readInt();
            if (number < 0) {
                known.add(new String(data.readNBytes(data.readInt()), StandardCharsets.UTF_8));
                return known.getLast();
            }
            return known.get(number);
        }

        <T> List<T> list(Take<T> each) throws IOException {
            int size = data.readInt();
            List<T> list = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                list.add(each.take());
            }
            return List.copyOf(list);
        }

        Finding finding() throws IOException {
            String rule = text();
            int since = data.readInt();
            int until = data.readInt();
            return new Finding(
                    rule,
                    since,
                    until == 0 ? Optional.empty() : Optional.of(until),
                    Finding.Severity.values()[data.readByte()],
                    Finding.Confidence.values()[data.readByte()],
                    text(),
                    new Odds(list(this::feature)),
                    Finding.Reach.values()[data.readByte()],
                    new Finding.Context(
                            Exposure.values()[data.readByte()],
                            ThreadContext.values()[data.readByte()],
                            Finding.Owner.values()[data.readByte()],
                            text(),
                            new RunBy(list(this::text), data.readInt()),
                            Optional.empty()),
                    text(),
                    text(),
                    text(),
                    text(),
                    text(),
                    data.readInt(),
                    list(this::step),
                    text(),
                    text(),
                    Optional.empty());
        }

        private Feature feature() throws IOException {
            return new Feature(text(), data.readDouble(), data.readDouble());
        }

        private Step step() throws IOException {
            return new Step(text(), text(), text(), data.readInt(), text());
        }
    }
}
