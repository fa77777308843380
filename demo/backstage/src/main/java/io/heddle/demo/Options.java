package io.heddle.demo;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Collectors;

/// The command line of the backstage.
///
/// @param work folder for PostgreSQL's data, which are removed at the end
/// @param downstreamMillis how long the slow HTTP service takes, in milliseconds, 0 to 60,000
/// @param downstreamPort its port; 0 takes any that is free
/// @param postgres which PostgreSQL to start
/// @param runAs how to run it when this process is root's
/// @param untilEof whether the end of standard input ends the backstage
record Options(Path work, int downstreamMillis, int downstreamPort, Choice postgres, Identity runAs, boolean untilEof) {

    static final String USAGE = "usage: heddle-backstage [--work DIR] [--downstream-millis N] [--downstream-port N]"
            + " [--postgres auto|embedded|installed] [--run-as auto|namespace|user] [--until-eof]";

    /// Which PostgreSQL to start.
    enum Choice {
        AUTO,
        EMBEDDED,
        INSTALLED
    }

    /// How PostgreSQL, which refuses to be root, runs when this process is root's.
    enum Identity {
        AUTO,
        NAMESPACE,
        USER
    }

    static Options parse(String... arguments) {
        Path work = Path.of(System.getProperty("java.io.tmpdir"));
        int millis = 300;
        int port = 0;
        Choice postgres = Choice.AUTO;
        Identity runAs = Identity.AUTO;
        boolean untilEof = false;
        Iterator<String> rest = Arrays.asList(arguments).iterator();
        while (rest.hasNext()) {
            String name = rest.next();
            switch (name) {
                case "--work" -> work = Path.of(value(name, rest)).toAbsolutePath();
                case "--downstream-millis" -> millis = number(name, rest, 60_000);
                case "--downstream-port" -> port = number(name, rest, 65_535);
                case "--postgres" -> postgres = constant(name, rest, Choice.values());
                case "--run-as" -> runAs = constant(name, rest, Identity.values());
                case "--until-eof" -> untilEof = true;
                default -> throw new Refusal("The backstage does not know the argument " + name + ".", USAGE);
            }
        }
        return new Options(work, millis, port, postgres, runAs, untilEof);
    }

    private static String value(String name, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new Refusal("The argument " + name + " has no value.", USAGE);
        }
        return rest.next();
    }

    private static int number(String name, Iterator<String> rest, int most) {
        String text = value(name, rest);
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new Refusal("The argument " + name + " is no number: " + text + ".", USAGE, e);
        }
        throw new Refusal("The argument " + name + " is not within 0 to " + most + ": " + text + ".", USAGE);
    }

    private static <E extends Enum<E>> E constant(String name, Iterator<String> rest, E[] constants) {
        String text = value(name, rest);
        for (E constant : constants) {
            if (word(constant).equals(text)) {
                return constant;
            }
        }
        String words = Arrays.stream(constants).map(Options::word).collect(Collectors.joining(", "));
        throw new Refusal("The argument " + name + " is none of " + words + ": " + text + ".", USAGE);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
