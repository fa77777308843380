import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/// Whether Maven Central would take a folder of artifacts: what
/// https://central.sonatype.org/publish/requirements/ demands of each POM and of the files next to it.
///
/// @param folder with groups as folders, as Maven deploys it
/// @param signed whether signatures are demanded too
record CentralRules(Path folder, boolean signed, List<String> broken) {

    private static final List<String> CHECKSUMS = List.of(".md5", ".sha1");

    /// What a release may not have of a POM: it must mean the same wherever it is read.
    private static final List<String> FORBIDDEN = List.of("parent", "repositories", "pluginRepositories");

    /// Prints what is broken, and ends with 1 where something is.
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        List<Path> files = files(folder);
        CentralRules rules =
                new CentralRules(folder, files.stream().anyMatch(file -> is(file, ".asc")), new ArrayList<>());
        List<Path> poms = files.stream().filter(file -> is(file, ".pom")).toList();
        poms.forEach(rules::checkPom);
        files.stream()
                .filter(file -> CHECKSUMS.stream().noneMatch(end -> is(file, end)))
                .forEach(rules::checkFile);
        if (poms.isEmpty()) {
            rules.broken.add("there is no POM in " + folder);
        }
        rules.broken.forEach(System.err::println);
        System.err.printf(
                "central: %d POMs, %d files, %s, %d rules broken%n",
                poms.size(), files.size(), rules.signed ? "signed" : "not signed", rules.broken.size());
        System.exit(rules.broken.isEmpty() ? 0 : 1);
    }

    private void checkPom(Path pom) {
        Element project = parse(pom);
        for (String path : List.of(
                "groupId",
                "artifactId",
                "version",
                "name",
                "description",
                "url",
                "licenses/license/name",
                "licenses/license/url",
                "developers/developer/name",
                "developers/developer/organization",
                "developers/developer/organizationUrl",
                "scm/connection",
                "scm/developerConnection",
                "scm/url")) {
            require(!text(project, path).isBlank(), pom, "has no " + path);
        }
        FORBIDDEN.forEach(name -> require(child(project, name).isEmpty(), pom, "has " + name));
        String source = read(pom);
        require(!source.contains("${"), pom, "has a property");
        require(!source.contains("-SNAPSHOT"), pom, "names a snapshot");
        String base = text(project, "artifactId") + "-" + text(project, "version");
        String place = text(project, "groupId").replace('.', '/') + "/" + text(project, "artifactId") + "/"
                + text(project, "version");
        require(folder.relativize(pom).startsWith(place), pom, "does not lie in " + place);
        if (!text(project, "packaging").equals("pom")) {
            for (String end : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
                Path jar = pom.resolveSibling(base + end);
                require(Files.exists(jar), pom, "has no " + jar.getFileName());
                require(!Files.exists(jar) || entries(jar) > 1, jar, "is empty");
            }
        }
    }

    private void checkFile(Path file) {
        require(!file.getFileName().toString().startsWith("maven-metadata"), file, "is what Central writes itself");
        if (is(file, ".asc")) {
            return;
        }
        require(sum(file, "MD5").equals(stated(file, ".md5")), file, "has no right .md5");
        require(sum(file, "SHA-1").equals(stated(file, ".sha1")), file, "has no right .sha1");
        require(!signed || Files.exists(next(file, ".asc")), file, "is not signed");
    }

    private void require(boolean holds, Path file, String otherwise) {
        if (!holds) {
            broken.add(folder.relativize(file) + " " + otherwise);
        }
    }

    private static String stated(Path file, String end) {
        return Files.exists(next(file, end)) ? read(next(file, end)).strip() : "";
    }

    private static Path next(Path file, String end) {
        return file.resolveSibling(file.getFileName() + end);
    }

    private static boolean is(Path file, String end) {
        return file.getFileName().toString().endsWith(end);
    }

    private static String sum(Path file, String algorithm) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int entries(Path jar) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Element parse(Path pom) {
        try {
            return DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(pom.toFile())
                    .getDocumentElement();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalStateException(pom + " is no XML", e);
        }
    }

    private static String text(Element from, String path) {
        Optional<Element> at = Optional.of(from);
        for (String name : path.split("/")) {
            at = at.flatMap(element -> child(element, name));
        }
        return at.map(Node::getTextContent).orElse("").strip();
    }

    private static Optional<Element> child(Element from, String name) {
        for (Node node = from.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                return Optional.of(element);
            }
        }
        return Optional.empty();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
