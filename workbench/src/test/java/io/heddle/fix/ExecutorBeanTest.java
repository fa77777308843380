package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.check.Compiled;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A bean that is a pool of platform threads becomes an executor of virtual threads with its limit.
class ExecutorBeanTest {

    private static final String CODE = """
            import java.util.concurrent.Executor;
            import org.springframework.context.annotation.Bean;
            import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

            public class A {
                @Bean
                public Executor mails() {
                    ThreadPoolTaskExecutor mails = new ThreadPoolTaskExecutor();
                    mails.setCorePoolSize(8); // the provider's limit
                    mails.setMaxPoolSize(16);
                    mails.setThreadNamePrefix("mail-");
                    mails.initialize();
                    return mails;
                }

                public static void main(String[] arguments) {
                    new A().mails().execute(() -> {});
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void theCoreSizeBecomesTheLimit() throws IOException {
        FixedCode fixed = fixed(CODE);
        assertEquals("""
                import java.util.concurrent.Executor;
                import org.springframework.context.annotation.Bean;
                import org.springframework.core.task.SimpleAsyncTaskExecutor;

                public class A {
                    @Bean
                    public Executor mails() {
                        SimpleAsyncTaskExecutor mails = new SimpleAsyncTaskExecutor();
                        mails.setVirtualThreads(true);
                        mails.setConcurrencyLimit(8); // the provider's limit
                        mails.setThreadNamePrefix("mail-");
                        return mails;
                    }

                    public static void main(String[] arguments) {
                        new A().mails().execute(() -> {});
                    }
                }
                """, fixed.text("A.java"), fixed::said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mails.setQueueCapacity(10);",
                "mails.setRejectedExecutionHandler(null);",
                "mails.execute(() -> {});",
                "if (mails.hashCode() > 0) { mails.initialize(); }",
            })
    void whatAQueueDoesRefuses(String statement) throws IOException {
        assertRefused(Refusal.USED_OTHERWISE, CODE.replace("mails.initialize();", statement));
    }

    @Test
    void aPoolOfOneThreadRefuses() throws IOException {
        assertRefused(Refusal.POOL_ORDERS, CODE.replace("Size(8)", "Size(1)"));
        assertRefused(Refusal.POOL_ORDERS, CODE.replace("mails.setCorePoolSize(8);", ""));
        assertRefused(Refusal.USED_OTHERWISE, CODE.replace("@Bean\n", "\n"));
        assertRefused(
                Refusal.USED_OTHERWISE,
                CODE.replace(
                        "public static void main",
                        "void use(ThreadPoolTaskExecutor pool) {}\n    public static void main"));
    }

    private void assertRefused(Refusal refusal, String code) throws IOException {
        fixed(code).assertRefused(refusal);
    }

    /// With what the code needs of Spring.
    private FixedCode fixed(String code) throws IOException {
        String setters = """
                    public void setThreadNamePrefix(String prefix) {}
                    public void execute(Runnable task) {}
                """;
        Path spring = Compiled.all(
                Files.createTempDirectory(folder, "spring"),
                Map.of(
                        "ThreadPoolTaskExecutor",
                        "package org.springframework.scheduling.concurrent; public class ThreadPoolTaskExecutor"
                                + " implements java.util.concurrent.Executor { public void setCorePoolSize(int size) {}"
                                + " public void setMaxPoolSize(int size) {} public void initialize() {}"
                                + " public void setQueueCapacity(int size) {}"
                                + " public void setRejectedExecutionHandler(Object handler) {}" + setters + "}",
                        "SimpleAsyncTaskExecutor",
                        "package org.springframework.core.task; public class SimpleAsyncTaskExecutor"
                                + " implements java.util.concurrent.Executor { public void setVirtualThreads(boolean on) {}"
                                + " public void setConcurrencyLimit(int limit) {}" + setters + "}",
                        "Bean",
                        "package org.springframework.context.annotation; public @interface Bean {}"),
                List.of());
        Path classes = Compiled.all(Files.createTempDirectory(folder, "classes"), Map.of("A", code), List.of(spring));
        Path root = Files.createTempDirectory(folder, "src");
        Files.writeString(root.resolve("A.java"), code);
        return FixedCode.of(classes, List.of(spring), root);
    }
}
