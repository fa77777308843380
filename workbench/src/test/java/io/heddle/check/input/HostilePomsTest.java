package io.heddle.check.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Poms that somebody wrote to harm who checks the project: what is not known of them is said in a sentence.
@Timeout(60)
class HostilePomsTest {

    private static final String NAMES = "<groupId>g</groupId><artifactId>a</artifactId>";
    private static final String GAV = NAMES + "<version>1</version>";
    private static final String NO_REPOSITORY = "coordinates that no Maven repository can hold";

    @TempDir
    private Path folder;

    /// Each names the one before it twice: the last stands for a text of 2 GiB.
    @Test
    void propertiesThatDoubleAreRefused() throws IOException {
        assertNoted(GAV + doubling("<p0>xx</p0>") + "<name>${p30}</name>", "stand for a text");
    }

    @Test
    void whatAPomSaysOfItselfCountsToo() throws IOException {
        String description = "<description>" + "x".repeat(1_000_000) + "</description>";
        assertNoted(
                GAV + description + "<properties><q>" + "${project.description}".repeat(1_000) + "</q></properties>"
                        + "<name>${q}</name>",
                "stand for a text");
    }

    @Test
    void propertiesThatNameEachOtherInALongChainAreRefused() throws IOException {
        String chain = IntStream.range(1, 20_000)
                .mapToObj(i -> "<p" + i + ">${p" + (i - 1) + "}</p" + i + ">")
                .collect(Collectors.joining());
        assertNoted(
                GAV + "<properties><p0>x</p0>" + chain + "</properties><name>${p19999}</name>", "name each other more");
    }

    /// Maven's resolver takes a pom that is not valid for one without dependencies.
    @Test
    void aPomThatIsNotValidIsNoted() throws IOException {
        assertNoted(
                GAV + "<properties><a>${b}</a><b>${a}</b></properties><name>${a}</name>",
                "is not valid, so that what it needs is not known");
        assertNoted(
                GAV + "<dependencyManagement>" + dependency(GAV + "<type>pom</type><scope>import</scope>")
                        + "</dependencyManagement>",
                "is not valid, so that what it needs is not known");
        assertNoted(
                GAV + dependency("<groupId>g/../h</groupId><artifactId>b</artifactId><version>1</version>"),
                "is not valid, so that what it needs is not known");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                NAMES + "<version>../../x</version>",
                NAMES + "<version>..</version>",
                "<groupId>g</groupId><artifactId>../a</artifactId><version>1</version>",
                "<groupId>../g</groupId><artifactId>a</artifactId><version>1</version>",
                "<parent><groupId>g</groupId><artifactId>p</artifactId><version>../x</version></parent>"
                        + "<artifactId>a</artifactId>"
            })
    void aProjectOfNoRepositoryIsNoted(String names) throws IOException {
        assertNoted(names, NO_REPOSITORY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<groupId>g</groupId><artifactId>b</artifactId><version>../../../etc</version>",
                "<groupId>g</groupId><artifactId>b</artifactId><version>1</version><classifier>../../x</classifier>",
                "<groupId>g</groupId><artifactId>b</artifactId><version>1</version><type>../../x</type>",
                "<groupId>g</groupId><artifactId>b</artifactId><version>[1,../2)</version>"
            })
    void aDependencyOfNoRepositoryIsNoted(String names) throws IOException {
        assertNoted(GAV + dependency(names), NO_REPOSITORY);
    }

    private static String doubling(String first) {
        return "<properties>" + first
                + IntStream.rangeClosed(1, 30)
                        .mapToObj(i -> "<p" + i + ">${p" + (i - 1) + "}${p" + (i - 1) + "}</p" + i + ">")
                        .collect(Collectors.joining())
                + "</properties>";
    }

    private static String dependency(String names) {
        return "<dependencies><dependency>" + names + "</dependency></dependencies>";
    }

    private void assertNoted(String project, String words) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("target/classes"));
        Files.writeString(classes.resolve("Shop.class"), "");
        Files.writeString(
                folder.resolve("pom.xml"), "<project><modelVersion>4.0.0</modelVersion>" + project + "</project>");
        Inputs inputs = Inputs.of(List.of(folder.toString()), List.of(), true, _ -> {});
        assertEquals(List.of(classes), inputs.targets());
        assertTrue(inputs.notes().stream().anyMatch(note -> note.contains(words)), inputs.notes()::toString);
    }
}
