package io.heddle.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Paths;

/// Where the JVM starts. Built for Java 8, as is [OtherJdk], so that a JVM that is too old for the rest can start a
/// newer one, or say so, instead of throwing `UnsupportedClassVersionError`; hence no reference to any other class of
/// Heddle but by name.
public final class Main {

    private static final int LEAST = 25;

    private Main() {}

    /// Hands over to [Heddle], or ends with exit code 2 when the JVM is too old.
    public static void main(String[] args) {
        String version = System.getProperty("java.version", "of an unknown version");
        if (feature(System.getProperty("java.specification.version", "")) < LEAST) {
            System.exit(newer(args, version));
        }
        try {
            Class.forName("io.heddle.cli.Heddle")
                    .getMethod("main", String[].class)
                    .invoke(null, new Object[] {args});
        } catch (Throwable e) {
            // Only a broken jar comes here; the JVM's own exit code would be 1, which says "harm".
            e.printStackTrace();
            System.exit(2);
        }
    }

    /// Runs Heddle in a JDK that is new enough.
    ///
    /// @return the exit code
    private static int newer(String[] args, String version) {
        String home = new OtherJdk(System.getenv(), System.getProperty("user.home", "")).find(LEAST);
        if (home == null) {
            System.err.println("heddle: needs JDK " + LEAST + " or newer; this is " + version + " in "
                    + System.getProperty("java.home")
                    + ", and no newer one is in JAVA_HOME, PATH, toolchains.xml or the usual folders");
            System.err.println(
                    "  try: install one (Debian: apt-get install openjdk-" + LEAST + "-jdk; SDKMAN: sdk install java "
                            + LEAST + "-tem; macOS: brew install openjdk), or set JAVA_HOME");
            return 2;
        }
        try {
            String jar = Paths.get(Main.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
            return OtherJdk.run(home, jar, args);
        } catch (IOException | URISyntaxException e) {
            System.err.println("heddle: cannot start the JDK in " + home + ": " + e);
            System.err.println("  try: " + home + "/bin/java -jar heddle.jar");
            return 2;
        } catch (InterruptedException e) {
            return 2;
        }
    }

    /// The feature release in a `java.specification.version` such as `1.8` or `25`; 0 when it is no number.
    static int feature(String specification) {
        String digits = specification.startsWith("1.") ? specification.substring(2) : specification;
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
