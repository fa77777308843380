package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.check.read.Artifact;
import io.heddle.check.read.CheckContext;
import io.heddle.check.read.Setting;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A setting for virtual threads has no effect in the release of the framework on the class path, or takes the
/// effect of another setting away.
///
/// ## Why
///
/// A switch that nobody reads fails silently: the service stays on platform threads, and the next measurement
/// says that virtual threads bring nothing. The reverse happens too. The sizes of thread pools, often the only
/// protection of a database, have no effect once the switch is on.
///
/// ## Bad
///
/// ```properties
/// # with org.springframework.boot:spring-boot:3.4.1
/// spring.threads.virtual.enabled=true
/// # finding
/// server.tomcat.threads.max=20
/// # finding
/// spring.task.execution.pool.max-size=8
/// # finding
/// spring.task.scheduling.pool.size=4
/// ```
///
/// ## Good
///
/// ```properties
/// # with org.springframework.boot:spring-boot:3.4.1
/// spring.threads.virtual.enabled=true
/// server.tomcat.max-connections=200
/// spring.task.execution.simple.concurrency-limit=8
/// spring.datasource.hikari.maximum-pool-size=20
/// ```
///
/// ## JDK
///
/// 21 and later.
///
/// ## Limits
///
/// Heddle reads settings in `application` and `bootstrap` files inside the target. It does not read the
/// environment, arguments or a configuration server. It knows the settings of Spring Boot. Of other frameworks it
/// reports calls to a method named after virtual threads that the release on the class path does not have.
///
/// The table `dead-settings.txt` says which settings have no effect in which release: those of Tomcat's and of the
/// task pools in all, `server.jetty.threads.max` up to 3.5.10 and in 4.0.0 to 4.0.2,
/// `server.undertow.threads.worker` where Undertow is switched. Most releases do not switch Undertow at all.
///
/// `spring.task.execution.simple.concurrency-limit` limits tasks by making whoever submits one wait, a request too;
/// from Spring Framework 6.2.6 on the executor can reject instead (`reject-tasks-when-limit-reached`). With the
/// switch the metric `tomcat.threads.busy` is -1. Both are as designed, and no finding.
///
/// ## References
///
/// - Spring Boot, SpringApplication, "Virtual threads":
///   https://docs.spring.io/spring-boot/reference/features/spring-application.html
/// - Spring Boot, task execution:
///   https://docs.spring.io/spring-boot/reference/features/task-execution-and-scheduling.html
/// - Jetty's limit, ignored and mended: https://github.com/spring-projects/spring-boot/issues/48982
/// - The limit of tasks blocks who submits: https://github.com/spring-projects/spring-framework/issues/33873
/// - Rejecting instead: https://github.com/spring-projects/spring-framework/issues/34727
/// - Tomcat's busy threads: https://github.com/spring-projects/spring-boot/issues/49391
public record FrameworkSetting() implements Rule {

    /// Spring Boot's.
    public static final String SWITCH = "spring.threads.virtual.enabled";

    static final String FIRST_BOOT = "3.2.0";

    /// The pool that a setting sizes, of those that there are none of with virtual threads.
    ///
    /// @return beginning of the keys, such as `spring.task.execution.pool`
    public static Optional<String> pool(String key) {
        return DeadSettings.always(new Setting(key, "", "", 1, new Artifact("", Path.of(""), Artifact.Role.TARGET)));
    }

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        CheckContext known = analysis.surroundings();
        Optional<Setting> on = known.setting(SWITCH).filter(Setting::isTrue);
        Optional<String> boot = known.version("spring-boot");
        Stream<Finding> settings = Stream.empty();
        if (on.isPresent() && boot.isPresent()) {
            boolean ignored = Versions.compare(boot.orElseThrow(), FIRST_BOOT) < 0;
            settings = ignored
                    ? Stream.of(finding(
                            analysis,
                            Site.of(on.orElseThrow()),
                            "Spring Boot " + boot.orElseThrow()
                                    + " does not read it: requests stay on platform threads",
                            "upgrade to Spring Boot 3.2 or later, or race it with heddle race --switch agent"))
                    : dead(analysis, known, boot.orElseThrow());
        }
        return Stream.concat(settings, missing(analysis));
    }

    private Stream<Finding> dead(BlockingAnalysis analysis, CheckContext known, String boot) {
        return known.settings().stream()
                .filter(setting -> !setting.is(SWITCH) || setting.isTrue())
                .flatMap(setting -> DeadSettings.of(setting, boot, known).stream()
                        .map(row -> finding(
                                analysis,
                                Site.of(setting),
                                setting.is(SWITCH) ? row.words() : "with " + SWITCH + " " + row.words(),
                                setting.is(SWITCH)
                                        ? "run on Tomcat or Jetty, or race it with heddle race --switch agent"
                                        : DeadSettings.mended(row)
                                                .map(release -> "run Spring Boot " + release + " or later")
                                                .orElse("limit what the pool protected: connections, a semaphore, or"
                                                        + " spring.task.execution.simple.concurrency-limit"))));
    }

    private Stream<Finding> missing(BlockingAnalysis analysis) {
        return analysis.code()
                .callsNamed(name -> name.toLowerCase(Locale.ROOT).contains("virtualthread"))
                .filter(call -> call.isNonExceptional() && !call.declared().isJdk() && call.isMissing())
                .map(call -> finding(
                        analysis,
                        Site.of(call),
                        call.declared().artifact().name() + " has no "
                                + call.signature().name() + ": it fails when it is called",
                        "upgrade " + call.declared().artifact().id()));
    }

    private Finding finding(BlockingAnalysis analysis, Site site, String reason, String advice) {
        return Hazards.finding(this, analysis, site, Confidence.CERTAIN, reason, Severity.ADVICE, advice);
    }
}
