package io.heddle.cli;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `heddle help [COMMAND]`. picocli's own cannot stand beside a `--help` that every command inherits.
@Command(name = "help", description = "Shows the help of a command.")
final class HelpCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command; without one, the help of Heddle.")
    private Optional<String> name = Optional.empty();

    @Override
    public void run() {
        CommandLine heddle = spec.parent().commandLine();
        CommandLine wanted = name.map(known -> subcommand(heddle, known)).orElse(heddle);
        wanted.usage(spec.commandLine().getOut());
    }

    private CommandLine subcommand(CommandLine heddle, String wanted) {
        CommandLine found = heddle.getSubcommands().get(wanted);
        if (found == null) {
            throw new ParameterException(heddle, "There is no command '" + wanted + "'");
        }
        return found;
    }
}
