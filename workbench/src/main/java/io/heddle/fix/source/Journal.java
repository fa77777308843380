package io.heddle.fix.source;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// What a write changes, as it stands in the file `journal` before the first file is moved. The old text of entry N
/// lies next to it in `old-N`. Lines are text; a line at the end has the digest of all before it.
///
/// @param partners folders with the other journals of the same write
record Journal(List<Entry> entries, List<Path> partners) {

    /// A journal comes from the disk, and may be anybody's.
    static final long LARGEST = 16L << 20;
    private static final String HEAD = "heddle-fix-journal 1";
    private static final String END = "end ";
    private static final int FIELDS = 4;

    /// A file that is changed.
    ///
    /// @param path from the folder of the journal, with slashes
    /// @param old digest of the text before
    /// @param now digest of the text after
    record Entry(String path, String old, String now) {}

    byte[] encoded() {
        StringBuilder text = new StringBuilder(HEAD + "\n");
        partners.forEach(partner -> text.append("partner ")
                .append(URLEncoder.encode(partner.toString(), StandardCharsets.UTF_8))
                .append('\n'));
        entries.forEach(entry -> text.append("file ")
                .append(entry.old)
                .append(' ')
                .append(entry.now)
                .append(' ')
                .append(URLEncoder.encode(entry.path, StandardCharsets.UTF_8))
                .append('\n'));
        return (text + END + digest(text.toString().getBytes(StandardCharsets.UTF_8)) + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /// @return none where the file is damaged, too large, no regular file, or no journal
    static Optional<Journal> read(Path file) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > LARGEST) {
                return Optional.empty();
            }
            return decoded(Files.readString(file));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Journal> decoded(String text) throws InvalidPathException {
        int end = text.lastIndexOf(END);
        if (end < 0
                || !text.startsWith(HEAD + "\n")
                || !text.substring(end)
                        .equals(END + digest(text.substring(0, end).getBytes(StandardCharsets.UTF_8)) + "\n")) {
            return Optional.empty();
        }
        List<Entry> entries = new ArrayList<>();
        List<Path> partners = new ArrayList<>();
        for (String line : text.substring(HEAD.length() + 1, end).split("\n")) {
            String[] fields = line.split(" ");
            if (fields.length == 2 && fields[0].equals("partner")) {
                partners.add(Path.of(URLDecoder.decode(fields[1], StandardCharsets.UTF_8)));
            } else if (fields.length == FIELDS && fields[0].equals("file")) {
                entries.add(new Entry(URLDecoder.decode(fields[3], StandardCharsets.UTF_8), fields[1], fields[2]));
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new Journal(List.copyOf(entries), List.copyOf(partners)));
    }

    static String digest(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    /// @param file which may be of any size
    static String digest(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] part = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                digest.update(part, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("each JDK has SHA-256", e);
        }
    }
}
