package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.program.Annotations;
import io.heddle.analysis.program.Method;
import io.heddle.check.read.Setting;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The methods with Spring's `@Async` that run on the executor which Spring Boot makes: a pool of 8 threads, and with
/// `spring.threads.virtual.enabled` a virtual thread for each call.
///
/// Boot makes none where the service has an executor of its own, and an annotation may name another one.
record AsyncMethods(List<Method> onBootsExecutor, boolean switched) {

    private static final Set<String> ASYNC = Set.of("Async");
    private static final Set<String> BEANS = Set.of("Bean");
    private static final String EXECUTOR = "java.util.concurrent.Executor";
    private static final Set<String> CHOOSES = Set.of(
            "org.springframework.scheduling.annotation.AsyncConfigurer",
            "org.springframework.scheduling.annotation.AsyncConfigurerSupport");
    /// Keeps the number of threads in bounds, whichever they are.
    private static final String LIMIT = "spring.task.execution.simple.concurrency-limit";

    static AsyncMethods of(BlockingAnalysis analysis) {
        boolean boots = analysis.surroundings()
                .version("spring-boot")
                .filter(boot -> Versions.compare(boot, FrameworkSetting.FIRST_BOOT) >= 0)
                .isPresent();
        List<Method> own = boots
                ? analysis.methods().stream()
                        .filter(method -> method.owner().isTarget())
                        .toList()
                : List.of();
        boolean chosen = analysis.surroundings().setting(LIMIT).isPresent()
                || own.stream().anyMatch(method -> makesExecutor(analysis, method) || chooses(method));
        return new AsyncMethods(
                chosen
                        ? List.of()
                        : own.stream().filter(AsyncMethods::isUnnamed).toList(),
                analysis.surroundings()
                        .setting(FrameworkSetting.SWITCH)
                        .filter(Setting::isTrue)
                        .isPresent());
    }

    /// Methods of the service that another thread runs, whichever executor it is of.
    static Stream<Method> all(BlockingAnalysis analysis) {
        return analysis.methods().stream()
                .filter(method -> method.owner().isTarget() && says(method).isPresent());
    }

    private static boolean isUnnamed(Method method) {
        return says(method).filter(name -> name.isEmpty()).isPresent();
    }

    /// The executor that the annotation names, empty text for none; empty where there is no annotation.
    private static Optional<String> says(Method method) {
        return Annotations.of(method, ASYNC)
                .or(() -> method.isConstructor() || method.isInitializer() || method.isLambdaStub()
                        ? Optional.empty()
                        : Annotations.of(method.owner(), ASYNC))
                .map(elements -> elements.getOrDefault("value", ""));
    }

    private static boolean makesExecutor(BlockingAnalysis analysis, Method method) {
        return method.isAnnotated(BEANS) && analysis.code().returns(method, EXECUTOR);
    }

    private static boolean chooses(Method method) {
        return method.owner().isBelowAny(CHOOSES);
    }
}
