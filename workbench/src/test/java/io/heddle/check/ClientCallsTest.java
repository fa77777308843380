package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// A service that asks others through interfaces of libraries, whose code is not there. Each method `by…` waits under a
/// monitor, none of `free…` does.
class ClientCallsTest extends CodeTest {

    private static final Map<String, String> LIBRARIES = Map.of(
            "MailSender", """
            package org.springframework.mail;
            public interface MailSender { void send(String message); }
            """,
            "ValueOperations", """
            package org.springframework.data.redis.core;
            public interface ValueOperations<K, V> { V get(Object key); Object getOperations(); }
            """,
            "S3Client", """
            package software.amazon.awssdk.services.s3;
            public interface S3Client extends software.amazon.awssdk.core.SdkClient {
                String getObject(String request);
                String serviceName();
                static S3Client create(String region) { return null; }
            }
            """,
            "S3AsyncClient", """
            package software.amazon.awssdk.services.s3;
            public interface S3AsyncClient extends software.amazon.awssdk.core.SdkClient {
                java.util.concurrent.CompletableFuture<String> getObject(String request);
            }
            """,
            "SdkClient", """
            package software.amazon.awssdk.core;
            public interface SdkClient {}
            """,
            "RedisStringCommands", """
            package io.lettuce.core.api.sync;
            public interface RedisStringCommands<K, V> { V get(K key); }
            """,
            "Cacheable", """
            package org.springframework.cache.annotation;
            import java.lang.annotation.*;
            @Retention(RetentionPolicy.RUNTIME) public @interface Cacheable { String[] value() default {}; boolean sync() default false; }
            """,
            "EventListener", """
            package org.springframework.context.event;
            import java.lang.annotation.*;
            @Retention(RetentionPolicy.RUNTIME) public @interface EventListener {}
            """,
            "Async", """
            package org.springframework.scheduling.annotation;
            import java.lang.annotation.*;
            @Retention(RetentionPolicy.RUNTIME) public @interface Async {}
            """,
            "ApplicationEventPublisher", """
            package org.springframework.context;
            public interface ApplicationEventPublisher { void publishEvent(Object event); }
            """);

    private static final String SHOP = """
            package shop;
            import io.lettuce.core.api.sync.RedisStringCommands;
            import org.springframework.cache.annotation.Cacheable;
            import org.springframework.context.ApplicationEventPublisher;
            import org.springframework.context.event.EventListener;
            import org.springframework.scheduling.annotation.Async;
            import org.springframework.data.redis.core.ValueOperations;
            import org.springframework.mail.MailSender;
            import software.amazon.awssdk.services.s3.*;
            public class Shop {
                public record Placed(String id) {}
                public record Counted(int all) {}
                public record Sent(String id) {}
                private final MailSender mail; private final ValueOperations<String, String> values; private final S3Client s3;
                private final S3AsyncClient later; private final RedisStringCommands<String, String> redis;
                private final ApplicationEventPublisher events;
                private int n;
                public Shop(MailSender mail, ValueOperations<String, String> values, S3Client s3, S3AsyncClient later,
                        RedisStringCommands<String, String> redis, ApplicationEventPublisher events) {
                    this.mail = mail; this.values = values; this.s3 = s3; this.later = later; this.redis = redis; this.events = events;
                }
                public synchronized void byMail() { mail.send("x"); }
                public synchronized String byValue() { return values.get("x"); }
                public synchronized String byBucket() { return s3.getObject("x"); }
                public synchronized String byCommand() { return redis.get("x"); }
                public synchronized void byEvent() { events.publishEvent(new Placed("x")); }
                @Cacheable(value = "x", sync = true) public String byCache() { return s3.getObject("y"); }
                public synchronized Object freeOperations() { return values.getOperations(); }
                public synchronized String freeName() { return s3.serviceName(); }
                public synchronized Object freeClient() { return S3Client.create("x"); }
                public synchronized Object freeLater() { return later.getObject("x"); }
                public synchronized void freeEvent() { events.publishEvent(new Counted(n++)); }
                public synchronized void freeAsync() { events.publishEvent(new Sent("x")); }
                @Cacheable("x") public String freeCache() { return s3.getObject("y"); }
                public String freeCall() { synchronized (this) { n++; } return s3.getObject("z"); }
                @EventListener public void on(Placed placed) { mail.send(placed.id()); }
                @EventListener public void on(Counted counted) { n += counted.all(); }
                @Async @EventListener public void on(Sent sent) { mail.send(sent.id()); }
            }
            """;

    @Test
    void callsThatAskAnotherServiceWait() throws IOException {
        Set<String> told = check(LIBRARIES, Map.of("Shop", SHOP), Confidence.LIKELY).stream()
                .filter(finding -> finding.rule().equals("blocking-under-monitor"))
                .map(Finding::method)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of("byMail", "byValue", "byBucket", "byCommand", "byEvent", "byCache"), told);
    }
}
