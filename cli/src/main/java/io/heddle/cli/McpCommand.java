package io.heddle.cli;

import io.heddle.cli.mcp.Runner;
import io.heddle.cli.mcp.Server;
import io.heddle.model.FileBounds;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `heddle mcp`: Heddle for people's agents.
@Command(
        name = "mcp",
        sortOptions = false,
        usageHelpWidth = 80,
        description = {
            "Serves the tools check, explain, fix_plan, watch_file, predict and",
            "race_report to an agent, by the Model Context Protocol over standard input",
            "and output. They read files below the folders that you name, and nothing",
            "else: no download, no process, nothing written but caches."
        },
        footer = {
            "",
            "Examples:",
            "  heddle mcp",
            "      an agent may read the folder that it is started in",
            "  heddle mcp --root ~/work/shop --root ~/recordings",
            "      these two, and no other",
            "  claude mcp add heddle -- java -jar /opt/heddle.jar mcp --root .",
            "      tells an agent of it; docs/agents.md has other agents and a skill file",
            "",
            "Exit codes: 0 the agent closed the connection, 2 Heddle failed.",
        })
final class McpCommand implements Callable<Integer> {

    @Mixin
    private Terminal terminal = new Terminal();

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "A folder that the agent may read; repeatable (default: the folder that it is started in).")
    private List<Path> roots = List.of();

    @Override
    public Integer call() throws InterruptedException {
        FileBounds bounds = FileBounds.of(roots.isEmpty() ? List.of(Path.of("")) : roots);
        FileBounds.restrictThisProcess(bounds);
        // Standard output is the protocol's alone: what a library prints by itself must not get between.
        OutputStream protocol = new FileOutputStream(FileDescriptor.out);
        StrayOutput.keepOffOutput();
        bounds.roots().forEach(root -> terminal.say("an agent may read " + root));
        Server.serve(McpCommand::run, bounds, Heddle.version(), new FileInputStream(FileDescriptor.in), protocol);
        return 0;
    }

    private static Runner.Ran run(List<String> words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Heddle.run(out, err, words.toArray(String[]::new));
        return new Runner.Ran(exit, out.toString(), err.toString());
    }
}
