package io.heddle.fix.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.heddle.fix.source.SourceFile;
import io.heddle.model.Refusal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PomVersionsTest {

    private static final Library DRIVER = new Library("org.example", "driver", "1.0");
    private static final Map<String, String> PARENTS = Map.of(
            "parent",
            "<project><parent><groupId>org.example</groupId><artifactId>above</artifactId><version>3</version></parent>"
                    + "</project>",
            "above",
            "<project><properties><driver.version>1.0</driver.version></properties><dependencyManagement><dependencies>"
                    + "<dependency><groupId>org.example</groupId><artifactId>driver</artifactId>"
                    + "<version>${driver.version}</version></dependency></dependencies></dependencyManagement></project>",
            "newer",
            "<project><properties><driver.version>1.5</driver.version></properties><dependencyManagement><dependencies>"
                    + "<dependency><groupId>org.example</groupId><artifactId>driver</artifactId>"
                    + "<version>${driver.version}</version></dependency></dependencies></dependencyManagement></project>",
            "importing",
            "<project><properties><bom.version>1.0</bom.version></properties><dependencyManagement><dependencies>"
                    + "<dependency><groupId>org.example</groupId><artifactId>bom</artifactId><version>${bom.version}</version>"
                    + "<type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement></project>",
            "bom",
            "<project><groupId>org.example</groupId><version>1.0</version><dependencyManagement><dependencies>"
                    + "<dependency><groupId>${project.groupId}</groupId><artifactId>driver</artifactId>"
                    + "<version>${project.version}</version></dependency></dependencies></dependencyManagement></project>");
    private static final String LITERAL = """
            <?xml version="1.0"?>
            <!-- <dependency><version>1.0</version></dependency> -->
            <project>
              <version>1.0</version>
              <dependencies>
                <dependency><groupId>org.example</groupId><artifactId>other</artifactId><version>1.0</version></dependency>
                <dependency>
                  <groupId>org.example</groupId> <!-- > -->
                  <artifactId>driver</artifactId>
                  <version>
                     1.0   </version>
                  <exclusions><exclusion><artifactId>driver</artifactId></exclusion></exclusions>
                </dependency>
              </dependencies>
              <build><plugins><plugin a='/>'><artifactId>p</artifactId><dependencies><dependency><groupId>org.example</groupId>
                <artifactId>driver</artifactId><version>1.0</version></dependency></dependencies></plugin></plugins></build>
            </project>""";

    @Test
    void aLiteralVersionIsReplacedAndNothingElse() {
        assertEquals(LITERAL.replace("         1.0   </version>", "         2.0   </version>"), edited(LITERAL));
        String windows = LITERAL.replace("\n", "\r\n");
        assertEquals(windows.replace("         1.0   </version>", "         2.0   </version>"), edited(windows));
    }

    @Test
    void aPropertyIsReplacedWhereItIsDefined() {
        String pom = """
                <project><properties><a>1.0</a><driver.version>1.0</driver.version></properties>
                <dependencyManagement><dependencies><dependency><groupId>${group}</groupId><artifactId>driver</artifactId>
                <version>${driver.version}</version></dependency></dependencies></dependencyManagement>
                <profiles><profile><properties><group>org.example</group></properties></profile></profiles></project>""";
        assertEquals(pom.replace("<driver.version>1.0<", "<driver.version>2.0<"), edited(pom));
    }

    @Test
    void whatIsNotPlainIsRefused() {
        for (String version : List.of("[1.0,2.0)", "${revision}", "1.<!-- -->0", "0.9")) {
            String pom = "<project><dependencies><dependency><groupId>org.example</groupId>"
                    + "<artifactId>driver</artifactId><version>" + version
                    + "</version></dependency></dependencies></project>";
            assertEquals(Refusal.VERSION_NOT_LITERAL, refused(pom), version);
        }
        assertEquals(Refusal.VERSION_NOT_LITERAL, refused("<project><dependencies></project>"));
    }

    @Test
    void aParentsPropertyIsOverridden() {
        String pom = """
                <project>
                  <parent><groupId>org.example</groupId><artifactId>parent</artifactId><version>3</version></parent>
                  <properties>
                    <java.version>21</java.version>
                  </properties>
                </project>""";
        assertEquals(
                pom.replace("<properties>", "<properties>\n    <driver.version>2.0</driver.version>"), edited(pom));
        String own = pom.replace("<java.", "<driver.version>1.0</driver.version><java.");
        assertEquals(own.replace("1.0", "2.0"), edited(own));
        String other = own.replace("parent<", "newer<");
        assertEquals(other.replace("1.0", "2.0"), edited(other));
        assertEquals(
                pom.replace("parent<", "importing<")
                        .replace("<properties>", "<properties>\n    <bom.version>2.0</bom.version>"),
                edited(pom.replace("parent<", "importing<")));
    }

    @Test
    void aManagedVersionIsAddedWhereNothingSaysOne() {
        String pom = """
                <project>\r
                \t<dependencyManagement>\r
                \t\t<dependencies>\r
                \t\t</dependencies>\r
                \t</dependencyManagement>\r
                </project>""";
        assertEquals(pom.replace("\t\t<dependencies>\r\n", """
                        \t\t<dependencies>\r
                        \t\t\t<dependency>\r
                        \t\t\t\t<groupId>org.example</groupId>\r
                        \t\t\t\t<artifactId>driver</artifactId>\r
                        \t\t\t\t<version>2.0</version>\r
                        \t\t\t</dependency>\r
                        """), edited(pom));
        assertEquals("""
                <project>
                    <dependencyManagement>
                        <dependencies>
                            <dependency>
                                <groupId>org.example</groupId>
                                <artifactId>driver</artifactId>
                                <version>2.0</version>
                            </dependency>
                        </dependencies>
                    </dependencyManagement>
                </project>""", edited("<project>\n</project>"));
    }

    private static String edited(String pom) {
        PomVersions.Sought.Edit edit = assertInstanceOf(PomVersions.Sought.Edit.class, sought(pom));
        return VersionEdit.texts(List.of(edit.edit())).values().iterator().next();
    }

    private static Refusal refused(String pom) {
        return assertInstanceOf(PomVersions.Sought.Not.class, sought(pom))
                .refused()
                .refusal();
    }

    private static PomVersions.Sought sought(String pom) {
        return new PomVersions(
                        List.of(new SourceFile(
                                Path.of("pom.xml"),
                                "pom.xml",
                                pom.getBytes(StandardCharsets.UTF_8),
                                StandardCharsets.UTF_8,
                                pom)),
                        library -> Optional.ofNullable(PARENTS.get(library.artifact())))
                .edit(DRIVER, "2.0");
    }
}
