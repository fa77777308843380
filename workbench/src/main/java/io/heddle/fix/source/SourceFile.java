package io.heddle.fix.source;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;

/// A source file as it was read.
///
/// @param path where it is
/// @param name as people know it: the folder that the user named, and the path in it, with slashes
/// @param bytes as they were read; shared, not to be written to
/// @param charset UTF-8; ISO 8859-1 where it is no UTF-8, which keeps every byte
public record SourceFile(Path path, String name, byte[] bytes, Charset charset, String text) {

    private static final Set<PosixFilePermission> WRITE =
            Set.of(PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    /// @throws Failure when it cannot be read
    public static SourceFile read(Path path, String name) {
        try {
            byte[] bytes = Files.readAllBytes(path);
            Charset charset = StandardCharsets.UTF_8;
            String text;
            try {
                CharBuffer decoded = charset.newDecoder().decode(ByteBuffer.wrap(bytes));
                text = decoded.toString();
            } catch (CharacterCodingException e) {
                charset = StandardCharsets.ISO_8859_1;
                text = new String(bytes, charset);
            }
            return new SourceFile(path, name, bytes, charset, text);
        } catch (IOException e) {
            throw new Failure(
                    "the source file " + name + " cannot be read: " + IoReason.of(e),
                    "make it readable, or name other folders with --sources",
                    e);
        }
    }

    /// The path from the working directory, where the file lies below it.
    public static String name(Path file) {
        Path here = Path.of("").toAbsolutePath();
        Path there = file.toAbsolutePath().normalize();
        return (there.startsWith(here) ? here.relativize(there) : there)
                .toString()
                .replace('\\', '/');
    }

    /// Where a patch of the file applies: the working directory where the file lies below it, else the repository that
    /// has it, else the root of all files.
    public Path patchFolder() {
        Path here = Path.of("").toAbsolutePath();
        Path there = path.toAbsolutePath().normalize();
        if (there.startsWith(here)) {
            return here;
        }
        Path folder = there.getParent();
        while (folder != null && !Files.exists(folder.resolve(".git"))) {
            folder = folder.getParent();
        }
        return folder == null ? there.getRoot() : folder;
    }

    /// The path in that folder, with slashes.
    public String patchName() {
        return patchFolder()
                .relativize(path.toAbsolutePath().normalize())
                .toString()
                .replace('\\', '/');
    }

    /// Another text as bytes of the file's encoding.
    ///
    /// @throws Failure when the encoding lacks a character
    public byte[] encoded(String other) {
        try {
            ByteBuffer encoded = charset.newEncoder().encode(CharBuffer.wrap(other));
            byte[] found = new byte[encoded.remaining()];
            encoded.get(found);
            return found;
        } catch (CharacterCodingException e) {
            throw new Failure(
                    "the new text of " + name + " cannot be written in " + charset.name(),
                    "write the file in UTF-8, or leave it out with --finding",
                    e);
        }
    }

    /// @throws Failure when it is read-only
    void requireWritable() {
        if (!Files.isWritable(path) || isProtected()) {
            throw new Failure(
                    "the source file " + name + " is read-only: nothing was written",
                    "make it writable: chmod u+w " + name);
        }
    }

    /// Who is root may write to each file; a file that nobody may write to is meant to stay all the same.
    private boolean isProtected() {
        try {
            return Files.getFileAttributeView(path, PosixFileAttributeView.class) != null
                    && Collections.disjoint(Files.getPosixFilePermissions(path), WRITE);
        } catch (IOException e) {
            return true;
        }
    }

    /// @throws Failure when it changed since it was read
    public void requireUnchanged() {
        try {
            if (!Arrays.equals(bytes, Files.readAllBytes(path))) {
                throw new Failure(
                        "the source file " + name + " changed since it was read: nothing was written",
                        "run heddle fix again");
            }
        } catch (IOException e) {
            throw new Failure(
                    "the source file " + name + " cannot be read any more: " + IoReason.of(e),
                    "run heddle fix again",
                    e);
        }
    }

    /// The line separator at an offset: that of the line, else of the first line.
    public String lineEnd(int offset) {
        int end = text.indexOf('\n', offset);
        int known = end < 0 ? text.indexOf('\n') : end;
        return known > 0 && text.charAt(known - 1) == '\r' ? "\r\n" : "\n";
    }

    /// The white space at the beginning of the line that an offset lies on.
    public String indent(int offset) {
        int start = text.lastIndexOf('\n', offset - 1) + 1;
        int end = start;
        while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        return text.substring(start, end);
    }
}
