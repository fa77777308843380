package io.heddle.maven;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.maven.settings.Profile;
import org.apache.maven.settings.Proxy;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.apache.maven.settings.crypto.DefaultSettingsDecrypter;
import org.apache.maven.settings.crypto.DefaultSettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;
import org.eclipse.aether.AbstractRepositoryListener;
import org.eclipse.aether.ConfigurationProperties;
import org.eclipse.aether.RepositoryEvent;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession.CloseableSession;
import org.eclipse.aether.RepositorySystemSession.SessionBuilder;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.collection.DependencySelector;
import org.eclipse.aether.repository.Authentication;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.eclipse.aether.repository.WorkspaceReader;
import org.eclipse.aether.supplier.SessionBuilderSupplier;
import org.eclipse.aether.util.graph.selector.AndDependencySelector;
import org.eclipse.aether.util.repository.AuthenticationBuilder;
import org.eclipse.aether.util.repository.DefaultAuthenticationSelector;
import org.eclipse.aether.util.repository.DefaultMirrorSelector;
import org.eclipse.aether.util.repository.DefaultProxySelector;
import org.sonatype.plexus.components.cipher.DefaultPlexusCipher;
import org.sonatype.plexus.components.sec.dispatcher.DefaultSecDispatcher;

/// Maven's resolver, set up as `mvn` would be: local repository, mirrors, proxies, passwords and repositories of
/// active profiles, from the settings.xml of the user and of the Maven that `MAVEN_HOME` names.
///
/// A file whose checksum is not the repository's is refused, and so is plain http to another machine. The environment's
/// `HEDDLE_MAVEN` names another address
/// for the central repository.
///
/// @param repositories remote ones, mirrored, the central one included
/// @param notes what is left out of the answers so far, a sentence each
public record MavenSession(
        RepositorySystem system, CloseableSession session, List<RemoteRepository> repositories, List<String> notes)
        implements AutoCloseable {

    private static final Path HOME = Path.of(System.getProperty("user.home"), ".m2");
    private static final String CENTRAL = "https://repo.maven.apache.org/maven2";
    private static final int CONNECT_MILLIS = 10_000;
    /// Of a repository that sends nothing.
    private static final int SILENT_MILLIS = 60_000;
    private static final RepositoryPolicy CHECKED =
            new RepositoryPolicy(true, RepositoryPolicy.UPDATE_POLICY_DAILY, RepositoryPolicy.CHECKSUM_POLICY_FAIL);

    /// @param offline whether the network is left alone, even if the settings allow it
    /// @param workspace knows the poms and classes of projects that are not in any repository
    /// @throws Failure when a settings.xml cannot be read
    public static MavenSession open(boolean offline, Optional<WorkspaceReader> workspace) {
        Settings settings = settings();
        RepositorySystem system = new BoundedPoms().get();
        List<String> notes = new CopyOnWriteArrayList<>();
        SessionBuilder builder = checked(system, local(settings), notes).setOffline(offline || settings.isOffline());
        workspace.ifPresent(builder::setWorkspaceReader);
        DefaultMirrorSelector mirrors = new DefaultMirrorSelector();
        settings.getMirrors()
                .forEach(mirror -> mirrors.add(
                        mirror.getId(),
                        mirror.getUrl(),
                        mirror.getLayout(),
                        false,
                        mirror.isBlocked(),
                        mirror.getMirrorOf(),
                        mirror.getMirrorOfLayouts()));
        builder.setMirrorSelector(withoutPlainHttp(mirrors));
        SettingsDecryptionResult secrets = decrypted(settings);
        DefaultProxySelector proxies = new DefaultProxySelector();
        secrets.getProxies().stream()
                .filter(Proxy::isActive)
                .forEach(proxy -> proxies.add(
                        new org.eclipse.aether.repository.Proxy(
                                proxy.getProtocol(),
                                proxy.getHost(),
                                proxy.getPort(),
                                authentication(proxy.getUsername(), proxy.getPassword())),
                        proxy.getNonProxyHosts()));
        builder.setProxySelector(proxies);
        DefaultAuthenticationSelector users = new DefaultAuthenticationSelector();
        for (Server server : secrets.getServers()) {
            users.add(
                    server.getId(),
                    new AuthenticationBuilder()
                            .addUsername(server.getUsername())
                            .addPassword(server.getPassword())
                            .addPrivateKey(server.getPrivateKey(), server.getPassphrase())
                            .build());
        }
        builder.setAuthenticationSelector(users);
        CloseableSession session = builder.build();
        return new MavenSession(system, session, system.newResolutionRepositories(session, remote(settings)), notes);
    }

    /// A session that knows no settings.
    ///
    /// @param local folder of downloads, made when missing
    /// @param remote address of the only repository
    static MavenSession open(Path local, String remote) {
        RepositorySystem system = new BoundedPoms().get();
        List<String> notes = new CopyOnWriteArrayList<>();
        CloseableSession session = checked(system, local, notes)
                .setMirrorSelector(withoutPlainHttp(new DefaultMirrorSelector()))
                .build();
        return new MavenSession(
                system,
                session,
                system.newResolutionRepositories(session, List.of(repository("central", remote))),
                notes);
    }

    /// What is fetched from any repository, those that POMs name included, must have the repository's checksum: the
    /// session's policy stands above each repository's own.
    private static SessionBuilder checked(RepositorySystem system, Path local, List<String> notes) {
        SessionBuilderSupplier supplier = new SessionBuilderSupplier(system) {
            @Override
            protected DependencySelector getDependencySelector() {
                return new AndDependencySelector(super.getDependencySelector(), new PlainCoordinates(notes::add));
            }
        };
        return supplier.get()
                .withRepositoryListener(new InvalidPoms(notes))
                .withLocalRepositoryBaseDirectories(local)
                .setChecksumPolicy(RepositoryPolicy.CHECKSUM_POLICY_FAIL)
                .setConfigProperty(ConfigurationProperties.CONNECT_TIMEOUT, CONNECT_MILLIS)
                .setConfigProperty(ConfigurationProperties.REQUEST_TIMEOUT, SILENT_MILLIS)
                .setTransferListener(new TransferLimits())
                .setSystemProperties(System.getProperties());
    }

    /// As the settings.xml of Maven itself does since 3.8.1: plain http to other machines is refused, where no mirror
    /// of the user's own stands in.
    private static DefaultMirrorSelector withoutPlainHttp(DefaultMirrorSelector mirrors) {
        return mirrors.add(
                "maven-default-http-blocker",
                "http://0.0.0.0/",
                "default",
                false,
                true,
                "external:http:*",
                "default,legacy");
    }

    /// The resolver takes an artifact whose pom is not valid for one that needs nothing.
    private static final class InvalidPoms extends AbstractRepositoryListener {

        private final List<String> notes;

        InvalidPoms(List<String> notes) {
            this.notes = notes;
        }

        @Override
        public void artifactDescriptorInvalid(RepositoryEvent event) {
            String why = event.getException() == null
                    ? ""
                    : String.valueOf(event.getException().getMessage());
            notes.add("The pom of " + event.getArtifact() + " is not valid, so that what it needs is not known: "
                    + why.lines().skip(why.contains("\n") ? 1 : 0).findFirst().orElse(why) + ".");
        }
    }

    private static Settings settings() {
        DefaultSettingsBuildingRequest request = new DefaultSettingsBuildingRequest();
        request.setUserSettingsFile(HOME.resolve("settings.xml").toFile());
        Optional.ofNullable(System.getenv("MAVEN_HOME"))
                .filter(home -> !home.isBlank())
                .map(home -> Path.of(home, "conf", "settings.xml"))
                .filter(Files::exists)
                .ifPresent(file -> request.setGlobalSettingsFile(file.toFile()));
        Properties properties = new Properties();
        properties.putAll(System.getProperties());
        System.getenv().forEach((name, value) -> properties.put("env." + name, value));
        request.setSystemProperties(properties);
        try {
            return new DefaultSettingsBuilderFactory()
                    .newInstance()
                    .build(request)
                    .getEffectiveSettings();
        } catch (SettingsBuildingException e) {
            throw new Failure(
                    "Maven's settings.xml cannot be read: "
                            + e.getProblems().getFirst().getMessage(),
                    "mend " + HOME.resolve("settings.xml"),
                    e);
        }
    }

    /// A password that cannot be decrypted stays as it is: the repository will refuse it and say so.
    private static SettingsDecryptionResult decrypted(Settings settings) {
        DefaultSecDispatcher dispatcher = new DefaultSecDispatcher(new DefaultPlexusCipher());
        dispatcher.setConfigurationFile(HOME.resolve("settings-security.xml").toString());
        return new DefaultSettingsDecrypter(dispatcher).decrypt(new DefaultSettingsDecryptionRequest(settings));
    }

    private static Authentication authentication(String user, String password) {
        return new AuthenticationBuilder()
                .addUsername(user)
                .addPassword(password)
                .build();
    }

    private static Path local(Settings settings) {
        return Stream.of(System.getProperty("maven.repo.local"), settings.getLocalRepository())
                .filter(named -> named != null && !named.isBlank())
                .map(Path::of)
                .findFirst()
                .orElse(HOME.resolve("repository"));
    }

    /// Repositories of active profiles come before the central one, as in Maven.
    private static List<RemoteRepository> remote(Settings settings) {
        Stream<RemoteRepository> profiles = settings.getProfiles().stream()
                .filter(profile -> active(settings, profile))
                .flatMap(profile -> profile.getRepositories().stream())
                .map(repository -> repository(repository.getId(), repository.getUrl()));
        return Stream.concat(profiles, Stream.of(repository("central", central())))
                .toList();
    }

    private static RemoteRepository repository(String id, String address) {
        return new RemoteRepository.Builder(id, "default", address)
                .setPolicy(CHECKED)
                .build();
    }

    private static String central() {
        return Optional.ofNullable(System.getenv("HEDDLE_MAVEN"))
                .filter(address -> !address.isBlank())
                .orElse(CENTRAL);
    }

    private static boolean active(Settings settings, Profile profile) {
        return settings.getActiveProfiles().contains(profile.getId())
                || (profile.getActivation() != null && profile.getActivation().isActiveByDefault());
    }

    /// Asks the resolver. It throws what its locks, its caches and its parsers throw, for coordinates and poms that
    /// nobody meant to be resolved.
    ///
    /// @param artifacts that are asked for
    /// @throws Failure when they cannot be resolved, for a reason that is none of the resolver's own
    public <T> T ask(List<Artifact> artifacts, Question<T> question) throws RepositoryException {
        artifacts.forEach(PlainCoordinates::check);
        try {
            return question.ask();
        } catch (RepositoryException e) {
            throw failure(e).orElseThrow(() -> e);
        } catch (RuntimeException | StackOverflowError e) {
            throw failure(e)
                    .orElseGet(() -> new Failure(
                            artifacts.getFirst() + " cannot be resolved: " + IoReason.of(e),
                            "correct its pom and those that it names",
                            e));
        }
    }

    // What is said of a pom comes out of the resolver as the cause of something else.
    private static Optional<Failure> failure(Throwable problem) {
        Throwable cause = problem;
        while (cause != null && !(cause instanceof Failure)) {
            cause = cause.getCause();
        }
        return cause instanceof Failure known ? Optional.of(known) : Optional.empty();
    }

    /// What the resolver is asked.
    public interface Question<T> {
        T ask() throws RepositoryException;
    }

    @Override
    public void close() {
        session.close();
        system.shutdown();
    }
}
