package io.heddle.cli;

/// Where the JVM starts. The only class built for Java 8, so that a JVM that is too old for the rest can say so
/// instead of throwing `UnsupportedClassVersionError`; hence no reference to any other class of Heddle but by name.
public final class Main {

    private static final int LEAST = 25;

    private Main() {}

    /// Hands over to [Heddle], or ends with exit code 2 when the JVM is too old.
    public static void main(String[] args) {
        String version = System.getProperty("java.version", "of an unknown version");
        if (feature(System.getProperty("java.specification.version", "")) < LEAST) {
            System.err.println("heddle: needs JDK " + LEAST + " or newer; this is " + version + " in "
                    + System.getProperty("java.home"));
            System.err.println(
                    "  try: start ./heddle from a clone of Heddle, which finds or fetches a JDK; or /path/to/jdk-"
                            + LEAST + "/bin/java -jar heddle.jar");
            System.exit(2);
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
