package io.heddle.fix.tests;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// The reports in JUnit's format that a build left, of Maven or Gradle.
final class TestReports {

    private static final int DEEPEST = 12;

    private TestReports() {}

    /// Whether each test passed, by its class and name.
    ///
    /// @param since reports that were not written since are of an earlier build
    static Map<String, Boolean> read(Path folder, FileTime since) throws IOException {
        Map<String, Boolean> passed = new HashMap<>();
        Files.walkFileTree(folder, java.util.Set.of(), DEEPEST, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (attributes.isRegularFile()
                        && name.startsWith("TEST-")
                        && name.endsWith(".xml")
                        && attributes.lastModifiedTime().compareTo(since) >= 0) {
                    read(file, passed);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return passed;
    }

    private static void read(Path file, Map<String, Boolean> passed) {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            String test = "";
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                    switch (xml.getLocalName()) {
                        case "testcase" -> {
                            test = xml.getAttributeValue(null, "classname") + "." + xml.getAttributeValue(null, "name");
                            passed.putIfAbsent(test, true);
                        }
                        case "failure", "error" -> passed.put(test, false);
                        default -> {}
                    }
                }
            }
        } catch (IOException | XMLStreamException damaged) {
            // A report that is cut off: its suite crashed.
            passed.put(file.getFileName().toString(), false);
        }
    }
}
