import io.heddle.cli.Heddle;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/// What picocli knows of the command line as files: a script that completes it in bash and zsh, and a manual page of
/// each command in AsciiDoc.
record HelpFiles(Path folder) {

    /// The folder gets `heddle.bash` and `heddle*.adoc`.
    public static void main(String[] args) throws IOException {
        CommandLine heddle = new Heddle().commandLine();
        HelpFiles files = new HelpFiles(Files.createDirectories(Path.of(args[0])));
        Files.writeString(files.folder.resolve("heddle.bash"), AutoComplete.bash("heddle", heddle));
        files.pages(heddle);
    }

    private void pages(CommandLine command) throws IOException {
        String name = command.getCommandSpec().qualifiedName("-");
        try (PrintWriter page =
                new PrintWriter(Files.newBufferedWriter(folder.resolve(name + ".adoc"), StandardCharsets.UTF_8))) {
            ManPageGenerator.writeSingleManPage(page, command.getCommandSpec());
        }
        for (CommandLine below : command.getSubcommands().values()) {
            pages(below);
        }
    }
}
