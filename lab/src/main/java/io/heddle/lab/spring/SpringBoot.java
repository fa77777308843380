package io.heddle.lab.spring;

import io.heddle.lab.Case;
import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.Plan;
import io.heddle.lab.Plot;
import io.heddle.lab.Rows;
import io.heddle.model.Figures;
import java.util.List;
import java.util.stream.Stream;

/// What does `spring.threads.virtual.enabled=true` give, and what changes with it: throughput, values bound to
/// threads, tasks, locks.
public final class SpringBoot implements Experiment {

    static final String BOOT = "org.springframework.boot:spring-boot-starter:4.1.1";

    @Override
    public String name() {
        return "spring-boot";
    }

    @Override
    public String question() {
        return "what does Spring Boot's one-line switch give behind a connection pool, and what changes with it?";
    }

    @Override
    public String source() {
        return "an article on spring.threads.virtual.enabled: with a pool of 20 and a query of 100 ms, 100 clients get 450/s at 220 ms before and 1,200/s at 82 ms after; it advises to count pinned "
                + "events with JFR, to look for synchronized, and to review ThreadLocal";
    }

    @Override
    public List<String> versions() {
        return List.of(
                "the clone's demo service: Spring Boot 4.1.1, Tomcat, HikariCP, /api/users with pg_sleep(0.1)",
                "PostgreSQL embedded, or the installed one",
                BOOT,
                Context.LOGBACK,
                "-Xmx512m");
    }

    @Override
    public List<Case> cases(Plan plan) {
        return Stream.of(Throughput.cases(plan), LockPair.cases(plan), TaskThreads.cases(plan), Context.cases(plan))
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        return Stream.of(
                        Throughput.judge(plan, rows),
                        LockPair.judge(plan, rows),
                        TaskThreads.judge(plan, rows),
                        Context.judge(plan, rows))
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<Claim> claims(Rows rows) {
        return List.of(
                Claim.of(
                                "The switch takes a service with a pool of 20 and a query of 100 ms from 450/s to 1,200/s",
                                "no",
                                "20 connections ÷ 100 ms is 200/s on any threads; 1,200/s needs a hold of 17 ms",
                                "heddle lab spring-boot",
                                rows.tell(
                                        Throughput.claimedTitle(false),
                                        row -> "off: "
                                                + Figures.rate(row.outcome().measured())),
                                rows.tell(
                                        Throughput.claimedTitle(true),
                                        row -> "on: "
                                                + Figures.rate(row.outcome().measured())))
                        .on(
                                "the switch changes the throughput by less than a tenth: pool of 20, 100 connections",
                                "no figure is beyond its bound"),
                Claim.of(
                                "synchronized is to be replaced by ReentrantLock before the switch",
                                "up to JDK 23",
                                "monitors unmount since JEP 491",
                                "heddle lab spring-boot",
                                rows.tell(
                                        LockPair.title(true),
                                        row -> "synchronized "
                                                + Figures.rate(row.outcome().measured())),
                                rows.tell(
                                        LockPair.title(false),
                                        row -> "lock "
                                                + Figures.rate(row.outcome().measured())))
                        .on("synchronized "),
                Claim.of(
                                "ThreadLocal and InheritableThreadLocal are trouble on virtual threads",
                                "what they hold costs memory; two faults of pools go away",
                                "a value for each thread was one for each of 200; no thread serves two requests",
                                "heddle lab spring-boot",
                                rows.tell(
                                        Context.inheritableTitle(false),
                                        row -> "a task on a pool sees " + row.also("a task sees")),
                                rows.tell(
                                        Context.inheritableTitle(true),
                                        row -> "on virtual threads " + row.also("a task sees")))
                        .on("a pool hands the value of the request that started the worker to later ones"),
                Claim.of(
                                "One line moves the whole service",
                                "not its own executors",
                                "an Executor bean takes @Async back to platform threads",
                                "heddle lab spring-boot",
                                rows.tell(
                                        TaskThreads.onTitle(),
                                        row -> row.outcome().figure()))
                        .on(
                                "the switch moves @Async and @Scheduled",
                                "an Executor bean of one's own takes @Async back"));
    }

    @Override
    public List<Plot> plots(Rows rows) {
        return Throughput.plots(rows);
    }
}
