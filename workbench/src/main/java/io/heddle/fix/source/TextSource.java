package io.heddle.fix.source;

import java.net.URI;
import java.nio.file.Path;
import javax.tools.SimpleJavaFileObject;

/// A source text for javac.
public final class TextSource extends SimpleJavaFileObject {

    private final String text;

    /// @param path of the file, whose name javac compares with the class's
    public TextSource(String path, String text) {
        super(uri(path), Kind.SOURCE);
        // javac knows no byte order mark; a space keeps all offsets.
        this.text = text.startsWith("\uFEFF") ? " " + text.substring(1) : text;
    }

    private static URI uri(String path) {
        return Path.of(path).toAbsolutePath().toUri();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
    }
}
