package io.heddle.fix.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An element of an XML file and where it stands in the text. The JDK's parsers tell no exact offsets: they read ahead,
/// and count line ends as one character.
public final class XmlElement {

    /// Comments and the like, end tags, start tags. What is repeated takes a character once, so a long file takes no
    /// longer than reading it.
    private static final Pattern TAG = Pattern.compile(
            "<!--.*?-->|<!\\[CDATA\\[.*?]]>|<\\?.*?\\?>|<![^>]*+>"
                    + "|</(?<close>[^\\s>]++)\\s*+>"
                    + "|<(?<open>[^\\s/>!?]++)(?:[^>\"'/]++|\"[^\"]*+\"|'[^']*+'|/(?!>))*+(?<empty>/?+)>",
            Pattern.DOTALL);
    private static final int DEEPEST = 100;

    private final String file;
    private final String name;
    private final int start;
    private final int bodyStart;
    private final List<XmlElement> children = new ArrayList<>();
    private int bodyEnd;

    private XmlElement(String file, String name, int start, int bodyStart) {
        this.file = file;
        this.name = name;
        this.start = start;
        this.bodyStart = bodyStart;
        this.bodyEnd = bodyStart;
    }

    /// The root of a file; empty where the file is not well-formed.
    public static Optional<XmlElement> root(String file) {
        List<XmlElement> open = new ArrayList<>();
        @Nullable XmlElement root = null;
        Matcher tag = TAG.matcher(file);
        while (tag.find()) {
            if (tag.group("open") != null) {
                XmlElement element = new XmlElement(file, tag.group("open"), tag.start(), tag.end());
                if (open.isEmpty() ? root != null : open.size() == DEEPEST) {
                    return Optional.empty();
                }
                root = root == null ? element : root;
                if (!open.isEmpty()) {
                    open.getLast().children.add(element);
                }
                if (tag.group("empty").isEmpty()) {
                    open.add(element);
                }
            } else if (tag.group("close") != null) {
                if (open.isEmpty() || !open.getLast().name.equals(tag.group("close"))) {
                    return Optional.empty();
                }
                open.removeLast().bodyEnd = tag.start();
            }
        }
        return open.isEmpty() ? Optional.ofNullable(root) : Optional.empty();
    }

    public String name() {
        return name;
    }

    /// Offset of its start tag.
    public int start() {
        return start;
    }

    /// Offset behind its start tag.
    public int bodyStart() {
        return bodyStart;
    }

    /// Offset of its end tag; [#bodyStart()] where it has none.
    public int bodyEnd() {
        return bodyEnd;
    }

    public List<XmlElement> children() {
        return children;
    }

    /// Its children of a name.
    public Stream<XmlElement> children(String child) {
        return children.stream().filter(element -> element.name.equals(child));
    }

    /// The first element below it by the names on the way.
    public Optional<XmlElement> child(String... names) {
        Optional<XmlElement> at = Optional.of(this);
        for (String child : names) {
            at = at.flatMap(element -> element.children(child).findFirst());
        }
        return at;
    }

    /// Its text without white space around it; empty where it holds anything but plain text.
    public String text() {
        String body = file.substring(bodyStart, bodyEnd);
        return body.contains("<") || body.contains("&") ? "" : body.strip();
    }

    /// The text of a child; empty where there is none.
    public String text(String child) {
        return child(child).map(XmlElement::text).orElse("");
    }

    /// Offset of its text, behind white space.
    public int textStart() {
        int at = bodyStart;
        while (at < bodyEnd && Character.isWhitespace(file.charAt(at))) {
            at++;
        }
        return at;
    }
}
