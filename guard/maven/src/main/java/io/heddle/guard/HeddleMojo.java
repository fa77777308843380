package io.heddle.guard;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.jspecify.annotations.Nullable;

/// What the goals share: the module's class path, and a JVM that runs Heddle on it. Maven sets the fields.
@SuppressWarnings("NullAway.Init")
abstract class HeddleMojo extends AbstractMojo {

    private static final int JAVA = 25;
    /// One analysis at a time uses all processors, and what it read is kept for the next module.
    private static final Object ONE_AT_A_TIME = new Object();

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${plugin}", readonly = true, required = true)
    private PluginDescriptor plugin;

    /// Where reports go.
    @Parameter(property = "heddle.outputDirectory", defaultValue = "${project.build.directory}/heddle")
    File outputDirectory;

    /// Accepted findings. The check reads it if it is there.
    @Parameter(property = "heddle.baseline", defaultValue = "${project.basedir}/heddle-baseline.txt")
    File baseline;

    /// Releases of the JDK to judge findings for, such as `21,25`.
    @Parameter(property = "heddle.jdk", defaultValue = "21,25")
    String jdk = "";

    /// A JDK 25 or newer that runs the analysis. Without it, the build's own if it is new enough, else one from
    /// `toolchains.xml`.
    @Parameter(property = "heddle.jdkHome")
    @Nullable
    File jdkHome;

    /// The jar of Heddle, instead of `io.heddle:heddle-cli` in the plugin's version.
    @Parameter(property = "heddle.jar")
    @Nullable
    File jar;

    /// More options of the command, with spaces between them.
    @Parameter(property = "heddle.options")
    @Nullable
    String options;

    /// Switches the plugin off.
    @Parameter(property = "heddle.skip", defaultValue = "false")
    boolean skip;

    @Component
    private RepositorySystem repositories;

    @Component
    private ToolchainManager toolchains;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        File classes = new File(project.getBuild().getOutputDirectory());
        if (skip || project.getPackaging().equals("pom")) {
            getLog().debug("Heddle: nothing to check in " + project.getArtifactId());
        } else if (classes.isDirectory()) {
            Path reports = outputDirectory.toPath();
            Path target = reports.resolve("class-path.heddle");
            try {
                Files.createDirectories(reports);
                Files.writeString(target, classPath(classes.toPath()).text());
                run(target, reports);
            } catch (IOException e) {
                throw new MojoExecutionException("Heddle: " + reports + " cannot be written to: " + e, e);
            }
        } else if (project.getCompileSourceRoots().stream().anyMatch(root -> Files.isDirectory(Path.of(root)))) {
            throw new MojoExecutionException("Heddle: " + classes + " does not exist; compile the module first, for"
                    + " example: mvn compile " + plugin.getId() + ":check");
        }
    }

    /// Does the goal's work.
    ///
    /// @param target names the class path
    /// @param reports a folder
    abstract void run(Path target, Path reports) throws MojoExecutionException, MojoFailureException, IOException;

    private ClassPath classPath(Path classes) throws MojoExecutionException {
        Path root = repository();
        BuildLines lines = new BuildLines(project, root);
        List<ClassPath.Entry> libraries = new ArrayList<>();
        for (Artifact artifact : project.getArtifacts()) {
            if (artifact.getArtifactHandler().isAddedToClasspath() && isAtRunTime(artifact)) {
                libraries.add(new ClassPath.Entry(
                        file(artifact),
                        name(artifact),
                        lines.of(artifact).stream().toList()));
            }
        }
        String inside = root.relativize(folder()).toString().replace('\\', '/');
        return new ClassPath(
                folder(),
                inside.isEmpty() ? "" : inside + "/",
                new ClassPath.Entry(classes, name(project.getArtifact()), List.of()),
                libraries);
    }

    private static boolean isAtRunTime(Artifact artifact) {
        return Artifact.SCOPE_COMPILE.equals(artifact.getScope()) || Artifact.SCOPE_RUNTIME.equals(artifact.getScope());
    }

    private static String name(Artifact artifact) {
        return artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getBaseVersion();
    }

    Path folder() {
        return project.getBasedir().toPath().toAbsolutePath().normalize();
    }

    private Path repository() {
        return session.getRequest()
                .getMultiModuleProjectDirectory()
                .toPath()
                .toAbsolutePath()
                .normalize();
    }

    /// Of a module of this build, its classes: it need not be packaged or installed.
    private Path file(Artifact artifact) throws MojoExecutionException {
        Optional<Path> module = session.getProjects().stream()
                .filter(other -> name(other.getArtifact()).equals(name(artifact)) && !artifact.hasClassifier())
                .map(other -> Path.of(other.getBuild().getOutputDirectory()))
                .findFirst();
        return module.isPresent()
                ? module.get()
                : resolve(
                        new DefaultArtifact(
                                artifact.getGroupId(),
                                artifact.getArtifactId(),
                                artifact.getClassifier(),
                                artifact.getArtifactHandler().getExtension(),
                                artifact.getVersion()),
                        project.getRemoteProjectRepositories());
    }

    private Path resolve(org.eclipse.aether.artifact.Artifact artifact, List<RemoteRepository> from)
            throws MojoExecutionException {
        try {
            return repositories
                    .resolveArtifact(session.getRepositorySession(), new ArtifactRequest(artifact, from, null))
                    .getArtifact()
                    .getFile()
                    .toPath();
        } catch (ArtifactResolutionException e) {
            throw new MojoExecutionException("Heddle: " + artifact + " cannot be resolved: " + e.getMessage(), e);
        }
    }

    /// Runs a command of Heddle in the module's folder.
    final Output heddle(List<String> arguments) throws MojoExecutionException {
        List<String> command = new ArrayList<>(List.of(java().toString(), "-jar", jar().toString()));
        command.addAll(arguments);
        if (options != null) {
            command.addAll(List.of(options.strip().split("\\s+")));
        }
        if (session.isOffline()) {
            command.add("--offline");
        }
        getLog().debug(String.join(" ", command));
        synchronized (ONE_AT_A_TIME) {
            return Output.of(command, folder());
        }
    }

    private Path jar() throws MojoExecutionException {
        return jar != null
                ? jar.toPath()
                : resolve(
                        new DefaultArtifact(plugin.getGroupId(), "heddle-cli", "jar", plugin.getVersion()),
                        project.getRemotePluginRepositories());
    }

    private Path java() throws MojoExecutionException {
        if (jdkHome != null) {
            return executable(jdkHome.toPath());
        }
        if (Runtime.version().feature() >= JAVA) {
            return executable(Path.of(System.getProperty("java.home")));
        }
        for (Toolchain toolchain : toolchains.getToolchains(session, "jdk", Map.of("version", "[" + JAVA + ",)"))) {
            String java = toolchain.findTool("java");
            if (java != null) {
                return Path.of(java);
            }
        }
        throw new MojoExecutionException("Heddle needs Java " + JAVA + " and this build runs on "
                + Runtime.version().feature() + "; add a JDK " + JAVA
                + " to toolchains.xml, or name its folder with -Dheddle.jdkHome=…");
    }

    private static Path executable(Path home) throws MojoExecutionException {
        for (String name : List.of("java", "java.exe")) {
            Path java = home.resolve("bin").resolve(name);
            if (Files.isRegularFile(java)) {
                return java;
            }
        }
        throw new MojoExecutionException(
                "Heddle: " + home + " has no bin/java; name the home of a JDK " + JAVA + " with -Dheddle.jdkHome=…");
    }
}
