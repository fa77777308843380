package io.heddle.report;

import io.heddle.model.ClojureNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A template made into one HTML file that needs nothing else: no network, no second file.
///
/// Text of the target enters as JSON that cannot end its element, and the page writes it with `textContent` alone. The
/// content security policy lets run what is in the template, by hash, and nothing else: should some text become markup
/// all the same, it stays inert.
public final class HtmlPage {

    private static final Pattern PLACE = Pattern.compile("\\{\\{(> )?([\\w./-]+)}}");
    /// Stands before any text of the target, so the first one is the template's own.
    private static final String POLICY = "[[policy]]";
    private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);
    private static final Pattern STYLE = Pattern.compile("<style>(.*?)</style>", Pattern.DOTALL);

    private HtmlPage() {}

    /// The whole file, to be written as UTF-8. In the template `{{name}}` stands for a value, `{{> file}}` for a
    /// file of Heddle's own jar, and `[[policy]]` for the content security policy. What comes in is not looked at
    /// again.
    ///
    /// @param beside whose folder has the template and its files; what all pages share lies beside this class
    public static String fill(Class<?> beside, String template, Map<String, String> values) {
        String html = PLACE.matcher(file(beside, template))
                .replaceAll(place -> Matcher.quoteReplacement(
                        place.group(1) == null
                                ? Optional.ofNullable(values.get(place.group(2)))
                                        .orElseThrow(() ->
                                                new IllegalStateException(template + " asks for " + place.group(2)))
                                : file(beside, place.group(2))));
        int policy = html.indexOf(POLICY);
        return html.substring(0, policy) + "default-src 'none'; base-uri 'none'; form-action 'none'; script-src "
                + hashes(SCRIPT, html) + "; style-src " + hashes(STYLE, html)
                + html.substring(policy + POLICY.length());
    }

    private static String hashes(Pattern elements, String html) {
        return elements.matcher(html)
                .results()
                .map(element -> "'sha256-" + hash(element.group(1)) + "'")
                .collect(Collectors.joining(" "));
    }

    private static String hash(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// Text as it may stand in an element or an attribute.
    public static String escape(String text) {
        return TerminalSanitizer.document(ClojureNames.readable(text))
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;")
                .replace("##", "#&#35;");
    }

    private static String file(Class<?> beside, String name) {
        Class<?> folder = beside.getResource(name) == null ? HtmlPage.class : beside;
        try (InputStream in = folder.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("Heddle's jar lacks " + name + " beside " + beside.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Heddle's jar cannot be read: " + name, e);
        }
    }
}
