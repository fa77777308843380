package io.heddle.fix.upgrade;

import io.heddle.check.Compiled;
import io.heddle.fix.Fixer;
import io.heddle.fix.Refusals;
import io.heddle.fix.build.Library;
import io.heddle.maven.MavenJars;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import io.heddle.model.Fix.Mend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Old releases of real libraries, each in a project of one pom and one class: which release fix takes, and how long
/// that takes once the releases are in the local repository.
final class UpgradeTruth {

    private static final int WORDS = 160;

    /// @param notes the release that the maintainers' notes name, and where
    /// @param code of the method of a service that uses the library
    private record Row(Library library, String notes, String code) {}

    private static final List<Row> ROWS = List.of(
            new Row(new Library("org.postgresql", "postgresql", "42.5.4"), "42.6.0", """
                    var source = new org.postgresql.ds.PGSimpleDataSource();
                    try (var c = source.getConnection(); var s = c.prepareStatement("select 1"); var r = s.executeQuery()) {
                        r.next();
                    }"""),
            new Row(new Library("org.postgresql", "postgresql", "42.7.8"), "none", """
                    var source = new org.postgresql.ds.PGSimpleDataSource();
                    try (var c = source.getConnection(); var s = c.prepareStatement("select 1"); var r = s.executeQuery()) {
                        r.next();
                    }"""),
            new Row(new Library("com.mysql", "mysql-connector-j", "8.0.33"), "9.0.0", """
                    var source = new com.mysql.cj.jdbc.MysqlDataSource();
                    try (var c = source.getConnection(); var s = c.prepareStatement("select 1"); var r = s.executeQuery()) {
                        r.next();
                    }"""),
            new Row(new Library("org.apache.tomcat.embed", "tomcat-embed-core", "9.0.65"), "9.0.75", """
                    var tomcat = new org.apache.catalina.startup.Tomcat();
                    var context = tomcat.addContext("", null);
                    org.apache.catalina.startup.Tomcat.addServlet(context, "shop", new javax.servlet.http.HttpServlet() {
                        @Override
                        protected void doGet(
                                javax.servlet.http.HttpServletRequest request,
                                javax.servlet.http.HttpServletResponse response) throws java.io.IOException {
                            request.getInputStream().readAllBytes();
                            response.getWriter().println(request.getSession(true).getId());
                        }
                    });
                    tomcat.start();"""),
            new Row(new Library("org.clojure", "clojure", "1.11.1"), "1.12.0", """
                    Object ask = new clojure.lang.Delay(new clojure.lang.AFn() {
                        @Override
                        public Object invoke() {
                            try {
                                return new java.net.URI("http://localhost").toURL().openStream().read();
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        }
                    }).deref();"""),
            new Row(new Library("org.apache.httpcomponents", "httpclient", "4.5.13"), "none (httpclient5 5.4)", """
                    try (var client = org.apache.http.impl.client.HttpClients.createDefault();
                            var answer = client.execute(new org.apache.http.client.methods.HttpGet("http://localhost"))) {
                        answer.getStatusLine();
                    }"""),
            new Row(new Library("com.google.guava", "guava", "32.1.3-jre"), "none", """
                    com.google.common.cache.LoadingCache<String, String> cache = com.google.common.cache.CacheBuilder
                            .newBuilder().build(new com.google.common.cache.CacheLoader<String, String>() {
                                @Override
                                public String load(String key) throws Exception {
                                    return "" + new java.net.URI(key).toURL().openStream().read();
                                }
                            });
                    cache.get("http://localhost");"""));

    private final Path jdk21;
    private final Path scratch;

    private UpgradeTruth(Path jdk21, Path scratch) {
        this.jdk21 = jdk21;
        this.scratch = scratch;
    }

    private Path project(Row row) throws IOException {
        Path project = Files.createDirectories(scratch.resolve(row.library.artifact() + row.library.version()));
        Files.writeString(project.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
                  <dependencies>
                    <dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>
                  </dependencies>
                </project>
                """.formatted(
                        row.library.group(), row.library.artifact(), row.library.version()));
        List<Path> path;
        try (MavenJars maven = MavenJars.open()) {
            path = maven.withDependencies(List.of(row.library.toString()));
        }
        Compiled.all(
                Files.createDirectories(project.resolve("target/classes")),
                Map.of("Shop", """
                        package shop;
                        public class Shop implements Runnable {
                            public static void main(String[] args) { Thread.startVirtualThread(new Shop()); }
                            @Override public void run() { try { ask(); } catch (Exception e) { throw new RuntimeException(e); } }
                            public void ask() throws Exception {
                        %s
                            }
                        }
                        """.formatted(row.code)),
                path);
        return project;
    }

    private String row(Row row) throws IOException {
        Path project = project(row);
        // The first run downloads.
        fixed(project);
        long start = System.nanoTime();
        Fixer.Fixed fixed = fixed(project);
        double seconds = (System.nanoTime() - start) / 1e9;
        List<Answer> answers = fixed.fix().answers().stream()
                .filter(answer -> answer.finding().artifact().startsWith(row.library.id() + ":"))
                .toList();
        List<Answer> mended = answers.stream()
                .filter(answer -> answer.kind() == Kind.MENDED && answer.mend() == Mend.UPGRADE)
                .toList();
        Set<String> words = new LinkedHashSet<>();
        mended.forEach(answer -> words.add(answer.why().replaceFirst(".* → ([^,]*),.*", "$1")));
        // Where a release is taken, what it leaves is in the next column.
        answers.stream()
                .filter(answer -> mended.isEmpty() && answer.kind() == Kind.REFUSED)
                .forEach(answer -> words.add(Refusals.name(answer.refusal().orElseThrow()) + ": "
                        + answer.why().substring(0, Math.min(WORDS, answer.why().length()))));
        return String.format(
                Locale.ROOT,
                "| %s %s | %s | %s | %d of %d | %.1f |",
                row.library.artifact(),
                row.library.version(),
                row.notes,
                String.join("; ", words),
                mended.size(),
                answers.size(),
                seconds);
    }

    private Fixer.Fixed fixed(Path project) {
        return Upgraded.of(project, Map.of(21, jdk21), false, System.err::println);
    }

    /// Prints the table.
    ///
    /// @param args home of a JDK 21, then parts of the names of rows
    public static void main(String[] args) throws IOException {
        UpgradeTruth truth = new UpgradeTruth(Path.of(args[0]), Files.createTempDirectory("heddle-truth-upgrades"));
        System.out.println("| library | notes | fix takes | findings cleared | s |\n|---|---|---|---|---|");
        for (Row row : ROWS) {
            if (args.length == 1
                    || Stream.of(args)
                            .skip(1)
                            .anyMatch(part -> row.library.toString().contains(part))) {
                System.out.println(truth.row(row));
            }
        }
    }
}
