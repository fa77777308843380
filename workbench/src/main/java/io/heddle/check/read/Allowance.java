package io.heddle.check.read;

import java.io.IOException;

/// How much of what others made is read. Each archive is bounded, and all archives of a check together, so that a small
/// file cannot take the memory or the day of who checks it. What is beyond a limit is refused and named. Safe for
/// threads.
final class Allowance {

    /// Bytes of one file that the user names, or that lies in a folder.
    static final int FILE = Integer.MAX_VALUE;
    /// Bytes of one class file: more than any compiler writes, methods end at 64 KiB.
    static final int CLASS = 16 << 20;
    /// Bytes of one archive within another.
    static final int NESTED = 512 << 20;
    /// Bytes of all archives within one that the user names, stored ones included.
    static final long NESTED_IN_ALL = 2L << 30;
    /// Archives in archives.
    static final int DEEPEST = 4;
    /// Entries of all archives and files of all folders.
    static final int ENTRIES = 1 << 20;
    /// Bytes of one manifest, settings file or list of services.
    static final int TEXT = 1 << 20;
    /// Bytes of all of these: what is kept of a short line takes some twenty times as much.
    static final long TEXT_IN_ALL = 4 << 20;
    /// The part of the heap that unpacked archives and class files may take each: two JDKs are judged at once.
    static final int HEAP_PARTS = 6;

    private final long heap = Runtime.getRuntime().maxMemory() / HEAP_PARTS;
    private long nested;
    private long unpacked;
    private long classes;
    private long text;
    private int entries;

    /// Begins with another file that the user names.
    synchronized void nextFile() {
        nested = 0;
    }

    /// Entries that an archive or folder may still have.
    synchronized int entriesLeft() {
        return ENTRIES - entries;
    }

    synchronized void tookEntries(int count) {
        entries += count;
    }

    /// Bytes that the next archive within another may have.
    ///
    /// @throws IOException when nothing is left
    synchronized int nestedLeft() throws IOException {
        long left = Math.min(NESTED_IN_ALL - nested, heap - unpacked);
        if (left <= 0) {
            throw new IOException("the archives within archives before it have " + mib(nested) + " MiB already, "
                    + mib(unpacked) + " MiB of it unpacked: a larger heap (-Xmx) or fewer archives help");
        }
        return (int) Math.min(NESTED, left);
    }

    /// @param copied whether it was unpacked, so that it takes memory
    synchronized void tookNested(int bytes, boolean copied) {
        nested += bytes;
        unpacked += copied ? bytes : 0;
    }

    /// @throws IOException when all class files together do not fit into memory
    synchronized byte[] tookClass(byte[] bytes) throws IOException {
        if (classes + bytes.length > heap) {
            throw new IOException("the class files before it have " + mib(classes)
                    + " MiB already: a larger heap (-Xmx) or fewer archives help");
        }
        classes += bytes.length;
        return bytes;
    }

    /// Bytes that the next text may have.
    ///
    /// @throws IOException when nothing is left
    synchronized int textLeft() throws IOException {
        if (TEXT_IN_ALL - text < TEXT) {
            throw new IOException("the settings files before it have " + mib(text) + " MiB already");
        }
        return TEXT;
    }

    synchronized void tookText(int bytes) {
        text += bytes;
    }

    private static long mib(long bytes) {
        return bytes >> 20;
    }
}
