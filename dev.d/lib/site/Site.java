import io.heddle.check.rule.Rule;
import io.heddle.fix.Refusals;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/// The README, the pages of docs and those of rules and refusals as a folder of HTML files, which any host can serve.
/// A link that leads nowhere fails it.
///
/// @param root of the clone
/// @param address of the repository, for links to its other files
/// @param pages Markdown by the path of its HTML file
/// @param files that pages link to and that are copied
final class Site {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer HTML =
            HtmlRenderer.builder().extensions(EXTENSIONS).build();
    private static final TextContentRenderer TEXT =
            TextContentRenderer.builder().extensions(EXTENSIONS).build();
    private static final Pattern LINK = Pattern.compile("(href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");
    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
    private static final Pattern TITLE = Pattern.compile("(?m)^# (.+)$");

    private final Path root;
    private final String address;
    private final Map<String, String> pages = new LinkedHashMap<>();
    private final Set<Path> files = new TreeSet<>();
    private final Set<String> broken = new TreeSet<>();

    private Site(Path root, String address) {
        this.root = root;
        this.address = address;
    }

    /// ROOT FOLDER ADDRESS; ends with 1 where a link is broken.
    public static void main(String[] args) throws IOException {
        Site site = new Site(Path.of(args[0]).toAbsolutePath().normalize(), args[2]);
        site.collect();
        site.write(Path.of(args[1]));
        site.broken.forEach(System.err::println);
        System.err.printf(
                "site: %d pages, %d files, %d broken links%n",
                site.pages.size(), site.files.size(), site.broken.size());
        System.exit(site.broken.isEmpty() ? 0 : 1);
    }

    private void collect() throws IOException {
        List<Path> sources = new ArrayList<>(
                List.of(root.resolve("README.md"), root.resolve("CONTRIBUTING.md"), root.resolve("CHANGELOG.md")));
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(sources::add);
        }
        for (Path source : sources) {
            pages.put(html(root.relativize(source).toString()), Files.readString(source));
        }
        StringBuilder list =
                new StringBuilder("# Rules\n\nWhat `heddle check` reports, and why `heddle fix` refuses.\n\n");
        Rule.all().stream().sorted(Comparator.comparing(Rule::name)).forEach(rule -> {
            pages.put("rules/" + rule.name() + ".html", rule.page().markdown());
            list.append("- [")
                    .append(rule.name())
                    .append("](")
                    .append(rule.name())
                    .append(".html): ");
            list.append(rule.page().summary().replace('\n', ' ')).append('\n');
        });
        list.append("\n## Refusals\n\n");
        for (Refusal refusal : Refusal.values()) {
            String name = Refusals.name(refusal);
            pages.put("rules/" + name + ".html", Refusals.page(refusal));
            list.append("- [").append(name).append("](").append(name).append(".html): ");
            list.append(Refusals.summary(refusal).replace('\n', ' ')).append('\n');
        }
        pages.put("rules/index.html", list.toString());
    }

    private void write(Path out) throws IOException {
        Map<String, String> bodies = new LinkedHashMap<>();
        pages.forEach((page, markdown) -> bodies.put(page, linked(page, HTML.render(PARSER.parse(markdown)))));
        Map<String, Set<String>> anchors = new HashMap<>();
        bodies.forEach((page, body) -> anchors.put(
                page, ID.matcher(body).results().map(match -> match.group(1)).collect(Collectors.toSet())));
        bodies.forEach((page, body) -> check(page, body, anchors));
        String template = Files.readString(root.resolve("dev.d/lib/site/page.html"));
        for (Map.Entry<String, String> page : bodies.entrySet()) {
            Path file = out.resolve(page.getKey());
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(
                    file,
                    template.replace("[[title]]", escaped(title(page.getKey())))
                            .replace(
                                    "[[top]]",
                                    "../".repeat(Path.of(page.getKey()).getNameCount() - 1))
                            .replace("[[body]]", page.getValue()));
        }
        for (Path file : files) {
            Path copy = out.resolve(root.relativize(file).toString());
            Files.createDirectories(copy.resolveSibling("."));
            Files.write(copy, Files.readAllBytes(file));
        }
        try (InputStream css = Rule.class.getResourceAsStream("/io/heddle/report/page.css")) {
            String shared = new String(css.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(
                    out.resolve("site.css"), shared + Files.readString(root.resolve("dev.d/lib/site/site.css")));
        }
        Files.writeString(
                out.resolve("search.js"), index() + Files.readString(root.resolve("dev.d/lib/site/search.js")));
    }

    /// Links as they are in the site: pages become HTML, files of docs are copied, all else is in the repository.
    private String linked(String page, String body) {
        return LINK.matcher(body).replaceAll(match -> {
            String link = match.group(2);
            if (link.isEmpty()
                    || link.startsWith("#")
                    || URI.create(link.replace(' ', '+')).isAbsolute()) {
                return Matcher.quoteReplacement(match.group());
            }
            String path = link.replaceFirst("#.*", "");
            String anchor = link.substring(path.length());
            String target = Path.of(page).resolveSibling(path).normalize().toString();
            if (!pages.containsKey(html(target))) {
                Path file = root.resolve(target);
                if (!Files.exists(file)) {
                    broken.add(page + ": " + link);
                } else if (target.startsWith("docs") && Files.isRegularFile(file)) {
                    files.add(file);
                } else {
                    return Matcher.quoteReplacement(
                            match.group(1) + "=\"" + address + "/tree/main/" + target + anchor + "\"");
                }
            }
            return Matcher.quoteReplacement(match.group(1) + "=\"" + html(path) + anchor + "\"");
        });
    }

    private void check(String page, String body, Map<String, Set<String>> anchors) {
        for (MatchResult match : LINK.matcher(body).results().toList()) {
            String link = match.group(2);
            int hash = link.indexOf('#');
            if (hash < 0 || link.contains(":")) {
                continue;
            }
            String target = hash == 0
                    ? page
                    : Path.of(page)
                            .resolveSibling(link.substring(0, hash))
                            .normalize()
                            .toString();
            if (!anchors.getOrDefault(target, Set.of()).contains(link.substring(hash + 1))) {
                broken.add(page + ": " + link);
            }
        }
    }

    /// `README.md` is the page of its folder.
    private static String html(String path) {
        return path.replaceFirst("(^|/)README\\.md$", "$1index.html").replaceFirst("\\.md$", ".html");
    }

    private String title(String page) {
        Matcher title = TITLE.matcher(pages.getOrDefault(page, ""));
        return title.find() ? TEXT.render(PARSER.parse(title.group(1))) : page;
    }

    /// One line of JavaScript: address, title and text of each page.
    private String index() {
        Map<String, String> sorted = new TreeMap<>(pages);
        return sorted.entrySet().stream()
                .map(page -> "[" + quoted(page.getKey()) + "," + quoted(title(page.getKey())) + ","
                        + quoted(TEXT.render(PARSER.parse(
                                        COMMENT.matcher(page.getValue()).replaceAll("")))
                                .replaceAll("\\s+", " "))
                        + "]")
                .collect(Collectors.joining(",\n", "const pages = [\n", "\n];\n"));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ") + "\"";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
