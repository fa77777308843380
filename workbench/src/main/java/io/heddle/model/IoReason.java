package io.heddle.model;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Why a file could not be read or written, in words for the user. The message of an exception of `java.nio.file` is
/// often nothing but the path.
public final class IoReason {

    /// What the C library calls an error, and what Heddle calls it.
    private static final Map<String, String> ERRORS = Map.of(
            "No space left on device", "the disk is full",
            "Disk quota exceeded", "the disk quota is used up",
            "Permission denied", "permission denied",
            "Operation not permitted", "permission denied",
            "Is a directory", "it is a folder",
            "Not a directory", "a part of its path is no folder",
            "No such file or directory", "there is no such file",
            "Read-only file system", "the file system is read-only",
            "Too many open files", "this process has too many open files");
    /// `java.io.FileNotFoundException`: the path, then the error in brackets.
    private static final Pattern BRACKETED = Pattern.compile("(?s).* \\(([^()]+)\\)");

    private IoReason() {}

    /// The reason, without the path that the caller names already; never empty.
    public static String of(Throwable e) {
        return switch (e) {
            case NoSuchFileException none -> missing(none.getFile());
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "there is a file of that name already";
            case NotDirectoryException no -> no.getFile() + " is no folder";
            case DirectoryNotEmptyException _ -> "the folder is not empty";
            case FileSystemLoopException _ -> "its links go round in a circle";
            case FileSystemException other ->
                Optional.ofNullable(other.getReason()).map(IoReason::said).orElse("the file system refuses it");
            case CharacterCodingException _ -> "it is no text in UTF-8";
            case EOFException _ -> "it ends too early";
            case UncheckedIOException wrapper when wrapper.getCause() instanceof IOException cause -> of(cause);
            default ->
                Optional.ofNullable(e.getMessage())
                        .filter(message -> !message.isBlank())
                        .map(IoReason::said)
                        .orElse(e.getClass().getSimpleName());
        };
    }

    private static String said(String message) {
        Matcher bracketed = BRACKETED.matcher(message);
        String error = bracketed.matches() ? bracketed.group(1) : message;
        return Optional.ofNullable(ERRORS.get(error)).orElse(message);
    }

    /// The uppermost folder that is missing, or that the file itself is.
    private static String missing(String file) {
        Path absent = Path.of(file).toAbsolutePath().getParent();
        if (absent == null || Files.isDirectory(absent)) {
            return "there is no such file";
        }
        for (Path above = absent.getParent(); above != null && !Files.exists(above); above = above.getParent()) {
            absent = above;
        }
        return "there is no folder " + absent;
    }
}
