package io.heddle.watch.read;

import java.nio.charset.StandardCharsets;

/// How a text is written: by a kind, then by what the kind needs.
final class Texts {

    private static final int NOTHING = 0;
    private static final int EMPTY = 1;
    private static final int CONSTANT = 2;
    private static final int UTF_8 = 3;
    private static final int CHARACTERS = 4;
    private static final int LATIN_1 = 5;

    private Texts() {}

    /// Where texts are that are written once.
    interface Constant {

        String text(long key);
    }

    static String read(Bytes bytes, Constant constants) {
        int kind = bytes.one();
        return switch (kind) {
            case NOTHING, EMPTY -> "";
            case CONSTANT -> constants.text(bytes.integer());
            case UTF_8 -> bytes.utf8();
            case CHARACTERS -> {
                StringBuilder text = new StringBuilder();
                for (int left = bytes.count(); left > 0; left--) {
                    text.append((char) bytes.integer());
                }
                yield text.toString();
            }
            case LATIN_1 -> bytes.text(bytes.count(), StandardCharsets.ISO_8859_1);
            default -> throw new Damage("a text of unknown kind " + kind);
        };
    }

    static void pass(Bytes bytes) {
        int kind = bytes.one();
        switch (kind) {
            case NOTHING, EMPTY -> {
                // nothing follows
            }
            case CONSTANT -> bytes.passIntegers(1);
            case UTF_8, LATIN_1 -> bytes.pass(bytes.count());
            case CHARACTERS -> bytes.passIntegers(bytes.count());
            default -> throw new Damage("a text of unknown kind " + kind);
        }
    }
}
