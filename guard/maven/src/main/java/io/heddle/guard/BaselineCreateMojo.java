package io.heddle.guard;

import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/// Accepts what is there today. A file that exists is rewritten: it accepts what is new, and loses what is fixed.
@Mojo(name = "baseline-create", requiresDependencyCollection = ResolutionScope.RUNTIME, threadSafe = true)
public final class BaselineCreateMojo extends HeddleMojo {

    @Override
    void run(Path target, Path reports) throws MojoExecutionException {
        String action = baseline.exists() ? "update" : "create";
        Output output = heddle(List.of(
                "check", "baseline", action, target.toString(), "--jdk", jdk, "--baseline", baseline.toString()));
        if (output.exitCode() != 0) {
            throw new MojoExecutionException(
                    "Heddle could not write the baseline: " + String.join("\n", output.lines()));
        }
        output.lines().forEach(getLog()::info);
    }
}
