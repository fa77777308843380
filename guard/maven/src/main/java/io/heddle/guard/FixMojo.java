package io.heddle.guard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/// Prints which changes mend the findings, and writes the safe edits of the source as a patch. Nothing fails.
@Mojo(name = "fix", requiresDependencyCollection = ResolutionScope.RUNTIME, threadSafe = true)
public final class FixMojo extends HeddleMojo {

    /// Edits the source instead of writing a patch.
    @Parameter(property = "heddle.write", defaultValue = "false")
    private boolean write;

    @Override
    void run(Path target, Path reports) throws MojoExecutionException, IOException {
        Path patch = reports.resolve("heddle.patch");
        Files.deleteIfExists(patch);
        List<String> arguments = new ArrayList<>(
                List.of("fix", target.toString(), "--jdk", jdk.split(",", -1)[0], "--fail-on", "never"));
        arguments.addAll(write ? List.of("--write") : List.of("--patch", patch.toString()));
        for (String root : project.getCompileSourceRoots()) {
            if (Files.isDirectory(Path.of(root))) {
                arguments.addAll(List.of("--sources", root));
            }
        }
        Output output = heddle(arguments);
        if (output.exitCode() != 0) {
            throw new MojoExecutionException("Heddle could not plan: " + String.join("\n", output.lines()));
        }
        output.lines().forEach(getLog()::info);
    }
}
