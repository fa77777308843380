package io.heddle.cli;

import io.heddle.model.Failure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/// The command line: what holds for every command. Exit codes are 0 fine, 1 findings or harm, 2 Heddle or the target
/// failed.
@Command(
        name = "heddle",
        versionProvider = Heddle.Version.class,
        description = "Shows what virtual threads would bring and break in a JVM service.",
        synopsisSubcommandLabel = "COMMAND",
        usageHelpWidth = 80,
        footer = {
            "",
            "Examples:",
            "  heddle race                         the bundled demo service, on PostgreSQL",
            "  heddle race app.jar --path /users   your own service, unmodified",
            "  heddle check app.jar                what would break on virtual threads",
            "  heddle fix . --jdk 21               which changes are safe?",
            "  heddle explain                      the rules that check applies",
            "  heddle watch app.jfr                who holds the carriers?",
            "  heddle help canary                  is the roll-out no worse?",
            "  heddle mcp                          check and predict for an agent",
            "  heddle help race                    all options of race",
            "",
            "Exit codes: 0 fine, 1 findings or harm, 2 Heddle or the target failed.",
        })
public final class Heddle implements Runnable {

    private static final int FAILED = 2;
    private static final List<String> VERSION = List.of("-V", "--version");
    private static final List<Class<?>> COMMANDS = List.of(
            RaceCommand.class,
            CheckCommand.class,
            FixCommand.class,
            ExplainCommand.class,
            WatchCommand.class,
            PredictCommand.class,
            CanaryCommand.class,
            LabCommand.class,
            McpCommand.class,
            HelpCommand.class);

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean versionAsked;

    @Option(names = "--quiet", scope = ScopeType.INHERIT, description = "No progress on stderr.")
    private boolean quiet;

    @Option(names = "--no-color", scope = ScopeType.INHERIT, description = "No colour, not even on a terminal.")
    private boolean noColor;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "More progress on stderr; a failure shows its stack trace.")
    private boolean verbose;

    /// Runs one command and ends the JVM with its exit code.
    public static void main(String[] args) {
        Heddle heddle = new Heddle();
        CommandLine line = heddle.commandLine(args);
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        StrayOutput.intercept(out, err);
        System.exit(heddle.run(line.setOut(out).setErr(err), args));
    }

    /// Runs one command whose output somebody in this JVM reads.
    ///
    /// @return the exit code, 0 to 2
    static int run(StringWriter out, StringWriter err, String... args) {
        Heddle heddle = new Heddle();
        CommandLine line = heddle.commandLine(args);
        return heddle.run(line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)), args);
    }

    /// Runs one command.
    ///
    /// @return the exit code, 0 to 2
    int run(CommandLine line, String... args) {
        try {
            return line.execute(args);
        } catch (Error e) {
            // picocli lets these pass, and the JVM would end with 1, which says "harm".
            return failed(new Gate(line.getErr()), e);
        }
    }

    /// The command line with the house's rules for errors, colour and exit codes. Where its first word names a
    /// command, that is the only one it has, and where all it is asked for is the version, it has none: to look
    /// through the options of all takes longer than many a command itself.
    ///
    /// @param args none for all commands
    public CommandLine commandLine(String... args) {
        CommandLine line = new CommandLine(this);
        wanted(args).forEach(line::addSubcommand);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler(this::misused);
        line.setExecutionExceptionHandler(
                (Exception e, CommandLine command, ParseResult parsed) -> failed(new Gate(command.getErr()), e));
        line.setExecutionStrategy(parsed -> {
            if (noColor) {
                line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
            }
            return new CommandLine.RunLast().execute(parsed);
        });
        return line;
    }

    /// All commands, or the one that the first word names, unless it is `help`, which tells of the others.
    private static List<Class<?>> wanted(String... args) {
        if (args.length == 1 && VERSION.contains(args[0])) {
            return List.of();
        }
        List<Class<?>> named = COMMANDS.stream()
                .filter(type -> args.length > 0
                        && type != HelpCommand.class
                        && type.getAnnotation(Command.class).name().equals(args[0]))
                .toList();
        return named.isEmpty() ? COMMANDS : named;
    }

    /// Without a command there is nothing to do but to say which there are.
    @Override
    public void run() {
        CommandLine line = new CommandLine(this);
        line.usage(line.getOut());
    }

    /// Heddle's version; `development` when it does not run from its jar.
    public static String version() {
        return Optional.ofNullable(Heddle.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    /// No progress is wanted.
    boolean quiet() {
        return quiet;
    }

    /// More talk is wanted.
    boolean verbose() {
        return verbose;
    }

    /// Colour is allowed on stdout: it is a terminal, and neither `--no-color` nor `NO_COLOR` forbids it.
    boolean color() {
        return !noColor && Ansi.AUTO.enabled();
    }

    private int misused(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        StringWriter suggestions = new StringWriter();
        UnmatchedArgumentException.printSuggestions(e, new PrintWriter(suggestions));
        boolean nested = line.getParent() != null && line.getParent().getParent() != null;
        String command = line.getParent() == null ? "" : " " + line.getCommandName();
        new Gate(line.getErr())
                .failure(
                        String.valueOf(e.getMessage()),
                        suggestions.toString().lines().toList(),
                        nested ? line.getCommandSpec().qualifiedName() + " --help" : "heddle help" + command);
        return FAILED;
    }

    private int failed(Gate err, Throwable e) {
        if (e instanceof Failure failure) {
            err.failure(failure.sentence(), List.of(), failure.next());
        } else if (e instanceof OutOfMemoryError) {
            err.failure(
                    "not enough memory: its heap may grow to "
                            + (Runtime.getRuntime().maxMemory() >> 20) + " MiB",
                    List.of(),
                    "the same command with more, such as JAVA_TOOL_OPTIONS=-Xmx4g before it");
        } else {
            err.failure(
                    "unexpected failure: " + e,
                    List.of(),
                    "the same command with --verbose, and report what it prints");
        }
        if (verbose) {
            err.trace(e);
        }
        return FAILED;
    }

    /// What `--version` prints.
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"heddle " + version() + " (JDK " + Runtime.version() + ")"};
        }
    }
}
