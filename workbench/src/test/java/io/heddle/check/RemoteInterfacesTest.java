package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Interfaces that no class implements: a framework makes what asks a database or another service.
class RemoteInterfacesTest extends CodeTest {

    private static final Map<String, String> FRAMEWORKS = Map.of(
            "Repository",
            "package org.springframework.data.repository; public interface Repository<T> { }",
            "FeignClient",
            """
            package org.springframework.cloud.openfeign;
            import java.lang.annotation.*;
            @Retention(RetentionPolicy.RUNTIME) public @interface FeignClient { }
            """,
            "Select",
            """
            package org.apache.ibatis.annotations;
            import java.lang.annotation.*;
            @Retention(RetentionPolicy.RUNTIME) public @interface Select { String value(); }
            """);

    @Test
    void aCallOfOneUnderAMonitorIsFound() throws IOException {
        Map<String, String> sources = new HashMap<>(FRAMEWORKS);
        sources.put("Shop", """
                package shop;
                import java.util.concurrent.CompletableFuture;
                public class Shop {
                    interface Orders extends Base<String> { String findByName(String name); default int none() { return 1; } }
                    interface Base<T> extends org.springframework.data.repository.Repository<T> { T save(T one); }
                    @org.springframework.cloud.openfeign.FeignClient
                    interface Prices { int price(String of); CompletableFuture<Integer> later(String of); }
                    interface Users { @org.apache.ibatis.annotations.Select("select") String user(int id); String other(int id); }
                    interface Own { String name(int id); }
                    Orders orders; Prices prices; Users users; Own own;
                    public synchronized void derived() { orders.findByName("a"); }
                    public synchronized void inherited() { orders.save("a"); }
                    public synchronized void feign() { prices.price("a"); }
                    public synchronized void mapper() { users.user(1); }
                    public synchronized int ofItsOwn() { return orders.none(); }
                    public synchronized void asynchronous() { prices.later("a"); }
                    public synchronized void withoutAnnotation() { users.other(1); }
                    public synchronized void ofNobody() { own.name(1); }
                    public String outside() { String one = orders.findByName("a"); synchronized (this) { return one + 1; } }
                }
                """);
        assertEquals(
                Set.of("derived", "inherited", "feign", "mapper"),
                check(sources, Confidence.LIKELY).stream()
                        .filter(finding -> finding.rule().equals("blocking-under-monitor"))
                        .map(finding -> finding.method())
                        .collect(Collectors.toSet()));
    }
}
