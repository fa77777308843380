package tasks;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/// Says on which threads a service's tasks run: Tasks --spring.threads.virtual.enabled=true|false --bean=true|false.
public class Tasks {

    static final Map<String, String> SEEN = new ConcurrentHashMap<>();
    static final CountDownLatch ALL = new CountDownLatch(4);

    @Configuration
    @EnableAutoConfiguration
    @EnableAsync
    @EnableScheduling
    public static class App {

        @Bean
        public Jobs jobs() {
            return new Jobs();
        }

        /// What many services have from the days of platform threads.
        @Bean
        @ConditionalOnProperty(name = "bean", havingValue = "true")
        public Executor own() {
            ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
            pool.setCorePoolSize(2);
            pool.setThreadNamePrefix("own-");
            return pool;
        }
    }

    public static class Jobs {

        @Async
        public void now() {
            note("Async");
        }

        @Scheduled(fixedRate = 1_000)
        public void later() {
            note("Scheduled");
        }
    }

    static void note(String way) {
        Thread thread = Thread.currentThread();
        String name = thread.getName().replaceAll("\\d+", "N");
        if (SEEN.putIfAbsent(
                        way, (thread.isVirtual() ? "virtual" : "platform") + (name.isEmpty() ? "" : " (" + name + ")"))
                == null) {
            ALL.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        try (ConfigurableApplicationContext context = SpringApplication.run(App.class, args);
                ExecutorService own = Executors.newFixedThreadPool(1)) {
            context.getBean(Jobs.class).now();
            own.execute(() -> note("own-executor"));
            CompletableFuture.runAsync(() -> note("CompletableFuture")).join();
            if (!ALL.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("only " + SEEN);
            }
            System.out.println("parallelism=" + ForkJoinPool.getCommonPoolParallelism());
            SEEN.forEach((way, thread) -> System.out.println(way + "=" + thread));
        }
    }
}
