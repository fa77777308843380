package io.heddle.lab.compare;

import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Fork;
import java.net.URI;
import java.util.List;

/// One way to write a service that waits for another.
enum Way {
    PLATFORM("200 platform threads"),
    VIRTUAL("virtual threads"),
    FUTURE("CompletableFuture"),
    REACTIVE("Reactor Netty"),
    COROUTINES("Kotlin coroutines");

    static final String REACTOR = "io.projectreactor.netty:reactor-netty-http:1.2.9";
    static final String COROUTINE_LIBRARY = "org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.10.2";

    private final String title;

    Way(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /// The program of this way, in front of a slow service.
    Fork program(Bench bench, URI slow) throws InterruptedException {
        return switch (this) {
            case PLATFORM -> bench.java(List.of(), "Relay.java").with("platform", slow);
            case VIRTUAL -> bench.java(List.of(), "Relay.java").with("virtual", slow);
            case FUTURE -> bench.java(List.of(), "Relay.java").with("future", slow);
            case REACTIVE ->
                bench.java(bench.libraries(REACTOR, "org.slf4j:slf4j-nop:1.7.36"), "ReactiveRelay.java")
                        .with(slow);
            case COROUTINES ->
                bench.kotlin(bench.libraries(COROUTINE_LIBRARY), "CoroutineRelay.kt")
                        .with(slow);
        };
    }
}
