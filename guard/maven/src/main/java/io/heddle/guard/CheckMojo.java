package io.heddle.guard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/// Fails the build on findings that the baseline does not accept, and tells each at the line that brings it.
@Mojo(
        name = "check",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyCollection = ResolutionScope.RUNTIME,
        threadSafe = true)
public final class CheckMojo extends HeddleMojo {

    /// Findings in the log; the pages have all.
    private static final int MOST = 20;

    /// The least severity that fails the build: deadlock, stall, slow, memory, advice or never.
    @Parameter(property = "heddle.failOn", defaultValue = "stall")
    private String failOn = "";

    @Override
    void run(Path target, Path folder) throws MojoExecutionException, MojoFailureException, IOException {
        Path lines = folder.resolve("heddle.lines");
        Files.deleteIfExists(lines);
        List<String> arguments = new ArrayList<>(List.of(
                "check",
                target.toString(),
                "--sarif",
                folder.resolve("heddle.sarif").toString(),
                "--html",
                folder.resolve("heddle.html").toString(),
                "--lines",
                lines.toString(),
                "--jdk",
                jdk,
                "--fail-on",
                failOn));
        if (baseline.exists()) {
            arguments.addAll(List.of("--baseline", baseline.toString()));
        }
        Output output = heddle(arguments);
        List<String> findings = Output.read(lines);
        if (output.exitCode() == 0) {
            findings.stream().limit(MOST).forEach(getLog()::warn);
            getLog().info("Heddle: nothing new at " + failOn + " or worse; all findings are in "
                    + folder.resolve("heddle.html"));
            return;
        }
        if (output.exitCode() == 1 && !findings.isEmpty()) {
            findings.stream().limit(MOST).forEach(getLog()::error);
            throw new MojoFailureException(
                    "Heddle: " + count(findings.size()) + "; all are in " + folder.resolve("heddle.html")
                            + "\nTo accept them: mvn io.heddle:heddle-maven-plugin:baseline-create");
        }
        throw new MojoExecutionException("Heddle could not check: " + String.join("\n", output.lines()));
    }

    private static String count(int findings) {
        return findings == 1 ? "1 new finding" : findings + " new findings";
    }
}
