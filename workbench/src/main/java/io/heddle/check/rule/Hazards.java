package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.confidence.ConfidenceModel;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.program.Method;
import io.heddle.check.read.Artifact;
import io.heddle.check.read.Setting;
import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Context;
import io.heddle.model.Finding.Owner;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Odds;
import io.heddle.model.RunBy;
import io.heddle.model.ThreadContext;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Makes findings of what the analysis tells.
final class Hazards {

    /// First release with virtual threads that are not a preview.
    static final int FIRST = 21;
    /// Last release on which a monitor pins: JEP 491 came with 24.
    static final Optional<Integer> UNTIL_JEP_491 = Optional.of(23);
    static final Optional<Integer> ALWAYS = Optional.empty();

    /// What tells most of several methods comes first.
    private static final Comparator<Reach> REACHES =
            Comparator.comparing(List.of(Reach.REQUEST, Reach.START_UP, Reach.UNKNOWN)::indexOf);

    private static final Comparator<Exposure> EXPOSURES = Comparator.comparing(
            List.of(Exposure.EACH_REQUEST, Exposure.SOME_REQUESTS, Exposure.UNKNOWN, Exposure.ONCE)::indexOf);

    private Hazards() {}

    /// A place that says it all, without a path.
    ///
    /// @param runBy the methods by which it is judged how often it matters: its own, or users of what it makes
    /// @param sink what is called there, empty when nothing is
    record Site(
            Artifact artifact,
            String type,
            String member,
            String descriptor,
            String source,
            int line,
            Optional<Method> method,
            List<Method> runBy,
            String sink) {

        Site(Method method, int line, String sink) {
            this(
                    method.owner().artifact(),
                    method.owner().name().replace('/', '.'),
                    method.signature().name(),
                    method.signature().descriptor(),
                    method.owner().source(),
                    line,
                    Optional.of(method),
                    List.of(method),
                    sink);
        }

        static Site of(CallSite call) {
            return new Site(call.caller(), call.line(), call.name());
        }

        static Site of(Method method) {
            return new Site(method, 0, "");
        }

        /// A line of settings: the file stands for the class, the key for the method.
        static Site of(Setting setting) {
            return new Site(
                    setting.artifact(),
                    setting.file().replaceFirst("\\.\\w+$", ""),
                    setting.key(),
                    "",
                    setting.file(),
                    setting.line(),
                    Optional.empty(),
                    List.of(),
                    "");
        }

        /// The same place, which matters as often as some methods run.
        Site runBy(Collection<Method> users) {
            return new Site(artifact, type, member, descriptor, source, line, method, List.copyOf(users), sink);
        }
    }

    /// One finding for each method that waits for one of `kinds` while a monitor is held.
    static Stream<Finding> underMonitor(
            Rule rule, BlockingAnalysis analysis, Predicate<BlockingKind> kinds, Severity severity) {
        return analysis.underMonitor().values().stream()
                .flatMap(hazards ->
                        hazards.values().stream()
                                .filter(hazard -> kinds.test(hazard.kind()))
                                .min(BlockingSite.BEST)
                                .stream())
                .map(hazard -> finding(rule, analysis, hazard, UNTIL_JEP_491, severity));
    }

    /// A finding of one call that says it all.
    static Finding at(
            Rule rule,
            BlockingAnalysis analysis,
            CallSite call,
            Confidence confidence,
            String reason,
            Severity severity) {
        return finding(rule, analysis, Site.of(call), confidence, reason, severity, "");
    }

    /// A finding of a place, on every JDK.
    ///
    /// @param advice what to do, empty when the rule's page has no better
    static Finding finding(
            Rule rule,
            BlockingAnalysis analysis,
            Site site,
            Confidence confidence,
            String reason,
            Severity severity,
            String advice) {
        Reach reach = site.runBy().stream().map(analysis::reach).min(REACHES).orElse(Reach.START_UP);
        Context context = context(analysis, site);
        return new Finding(
                rule.name(),
                FIRST,
                ALWAYS,
                severity,
                confidence,
                reason,
                odds(analysis, site.method(), context, ConfidenceModel.odds(rule.name(), confidence)),
                reach,
                context,
                site.artifact().name(),
                site.type(),
                site.member(),
                site.descriptor(),
                site.source(),
                site.line(),
                List.of(),
                site.sink(),
                advice.isEmpty() ? KnownFixes.advice(site.artifact()) : advice,
                Optional.empty());
    }

    static Finding finding(
            Rule rule, BlockingAnalysis analysis, BlockingSite hazard, Optional<Integer> until, Severity severity) {
        Method method = hazard.method();
        Context context =
                context(analysis, method, analysis.exposure(hazard), List.of(hazard.innermost()), hazard.monitor());
        return new Finding(
                rule.name(),
                FIRST,
                until,
                severity,
                hazard.confidence(),
                hazard.reason(),
                odds(
                        analysis,
                        Optional.of(method),
                        context,
                        hazard.odds().isKnown()
                                ? hazard.odds()
                                : ConfidenceModel.odds(rule.name(), hazard.confidence())),
                analysis.reach(method),
                context,
                method.owner().artifact().name(),
                method.owner().name().replace('/', '.'),
                method.signature().name(),
                method.signature().descriptor(),
                method.owner().source(),
                hazard.line(),
                hazard.path(),
                hazard.sink(),
                KnownFixes.advice(method.owner().artifact()),
                Optional.empty());
    }

    // Of a service it is known what is set and used, and of what it has in its libraries it uses little.
    private static Odds odds(BlockingAnalysis analysis, Optional<Method> place, Context context, Odds odds) {
        if (!analysis.isOfService() || place.isEmpty()) {
            return odds;
        }
        return context.owner() == Owner.OWN
                ? ConfidenceModel.inCodeOfService(odds)
                : context.exposure() == Exposure.EACH_REQUEST ? odds : ConfidenceModel.inLibraryOfService(odds);
    }

    // A setting is the target's own, and read once.
    private static Context context(BlockingAnalysis analysis, Site site) {
        return site.method()
                .map(method -> context(analysis, method, exposure(analysis, site), site.runBy(), ""))
                .orElse(new Context(Exposure.ONCE, ThreadContext.CALLERS, Owner.OWN, ""));
    }

    private static Exposure exposure(BlockingAnalysis analysis, Site site) {
        return site.runBy().stream().map(analysis::exposure).min(EXPOSURES).orElse(Exposure.UNKNOWN);
    }

    private static Context context(
            BlockingAnalysis analysis, Method method, Exposure exposure, List<Method> users, String monitor) {
        return new Context(
                exposure,
                analysis.threads(method),
                method.owner().isTarget() ? Owner.OWN : Owner.LIBRARY,
                monitor,
                exposure.isMetByRequests() ? runBy(analysis, users) : RunBy.UNKNOWN,
                Optional.empty());
    }

    private static RunBy runBy(BlockingAnalysis analysis, List<Method> users) {
        List<RunBy> each = users.stream().map(analysis::runBy).toList();
        return new RunBy(
                each.stream()
                        .flatMap(one -> one.endPoints().stream())
                        .distinct()
                        .sorted()
                        .toList(),
                each.stream().mapToInt(RunBy::of).max().orElse(0));
    }
}
