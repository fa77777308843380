package io.heddle.lab.compare;

import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Fork;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/// One way to write a service that waits for another.
enum Way {

    PLATFORM("200 platform threads"), VIRTUAL("virtual threads"), FUTURE("CompletableFuture"), REACTIVE("Reactor Netty"), COROUTINES("Kotlin coroutines");

    static final String REACTOR = "io.projectreactor.netty:reactor-netty-http:1.2.10";
    static final String COROUTINE_LIBRARY = "org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.10.2";
    static final String KOTLIN = "org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.20";

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
            case REACTIVE -> bench.java(bench.libraries(REACTOR), "ReactiveRelay.java").with(slow);
            case COROUTINES -> coroutines(bench, slow);
        };
    }

    private static Fork coroutines(Bench bench, URI slow) throws InterruptedException {
        List<Path> libraries = bench.libraries(COROUTINE_LIBRARY);
        Path classes = bench.folder().resolve("kotlin");
        String path = String.join(java.io.File.pathSeparator, libraries.stream().map(Path::toString).toList());
        bench.run(bench.library(bench.libraries(KOTLIN), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler").jvm("-Xmx1g")
                .with("-no-stdlib", "-no-reflect", "-jvm-target", "21", "-nowarn", "-cp", path, "-d", classes, bench.file("CoroutineRelay.kt")));
        List<Path> all = new java.util.ArrayList<>(List.of(classes));
        all.addAll(libraries);
        return bench.library(all, "CoroutineRelayKt").with(slow);
    }
}
