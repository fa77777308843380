package io.heddle.analysis.exposure;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.HandedIn;
import io.heddle.analysis.effects.EntryPoints;
import io.heddle.analysis.effects.LifecycleMethods;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.reach.Visibility;
import io.heddle.check.read.CheckContext;
import io.heddle.model.Exposure;
import io.heddle.model.RunBy;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Tells how often a service runs a method, by searches forwards from where requests come in and from where the
/// service starts.
///
/// Requests come in at the target's own entry points, at the handlers that a service gives to its server, and at
/// servlets and filters of libraries of which code makes an object. A target without any is a library, or a service
/// that is not understood: then its public methods are taken for entry points. A search does not go on through
/// lifecycle methods, through what is made once and kept,
/// through what fills a cache, and through the handling of exceptions. For one thread.
public final class Exposures {

    private final LifecycleMethods lifecycle;
    private final CacheMisses misses;
    private final Switches switches;
    private final Set<Method> each;
    private final Set<Method> some;
    private final Set<Method> far;
    private final Set<Method> start;
    private final boolean knowsRequests;
    /// What each request runs, whichever end point it is for.
    private final Set<Method> everywhere;
    private final EndPoints endPoints;

    /// @param asked the methods that findings are told of
    /// @param entries tell what the start of a service gets to
    /// @param known tells what the service's settings switch off
    public Exposures(
            ClassHierarchy hierarchy,
            CodeReader reader,
            CallGraph graph,
            HandedIn handed,
            List<Method> asked,
            EntryPoints entries,
            LifecycleMethods lifecycle,
            CheckContext known) {
        this.switches = new Switches(known, hierarchy, asked, entries.handlers().off());
        this.lifecycle = lifecycle;
        this.misses = new CacheMisses(hierarchy, reader, graph);
        ForwardSearch search = new ForwardSearch(graph, handed, lifecycle, misses, switches);
        List<Method> starts = entries.frameworks().starts();
        List<Method> own = entries.frameworks().served().stream()
                .filter(method -> method.owner().isTarget())
                .toList();
        // A library may have handlers, and a program beside them that uses none. A service with its libraries has its
        // handlers for itself, also where a file names the code that makes them.
        Predicate<Method> isOfService = own.isEmpty() && !known.isWhole() ? entries::isMadeAtStart : _ -> true;
        List<Method> handlers =
                entries.handlers().called().stream().filter(isOfService).toList();
        List<Method> tasks = Stream.concat(entries.handlers().given().stream(), entries.handlers().served().stream())
                .filter(isOfService)
                .toList();
        List<Method> others = entries.frameworks().served().stream()
                .filter(method -> !method.owner().isTarget()
                        && graph.instantiatedBelow(method.owner()).stream()
                                .anyMatch(type -> method.equals(type.resolve(method.signature()))))
                .toList();
        // A library may have a servlet, which tells nothing of its other methods.
        boolean hasOwn = !own.isEmpty() || !handlers.isEmpty() || !tasks.isEmpty();
        this.knowsRequests = hasOwn || known.isWhole() && !others.isEmpty();
        if (!knowsRequests) {
            List<Method> api = asked.stream().filter(this::isCalledFromOutside).toList();
            this.each = Set.of();
            this.everywhere = Set.of();
            this.endPoints = new EndPoints(graph, List.of(), search::next);
            List<Method> begins = Stream.concat(api.stream(), others.stream()).toList();
            this.far = search.reachedAndLearnt(begins);
            // Nobody knows what the users of a library call: each method that does anything is as likely.
            this.some = others.isEmpty()
                            && starts.stream()
                                    .noneMatch(method -> method.owner().isTarget())
                    ? search.shared(api.stream()
                            .filter(method -> !graph.calls(method).isEmpty())
                            .toList())
                    : far;
        } else {
            List<Method> served = Stream.of(own, handlers, tasks, others)
                    .flatMap(List::stream)
                    .toList();
            DispatchChains chains = new DispatchChains(hierarchy, graph);
            this.each = search.always(Stream.of(
                            own.stream()
                                    .filter(method -> !EntryPoints.isTask(method))
                                    .toList(),
                            handlers,
                            chains.onEachWay(switches::isOff))
                    .flatMap(Collection::stream)
                    .toList());
            List<Method> begins = Stream.of(served, chains.fromTasks(), chains.runners())
                    .flatMap(Collection::stream)
                    .filter(method -> !switches.isOff(method))
                    .toList();
            this.some = search.often(begins);
            this.far = search.reached(served);
            this.endPoints = new EndPoints(
                    graph,
                    Stream.of(own, handlers, entries.handlers().given())
                            .flatMap(List::stream)
                            .filter(method -> !EntryPoints.isTask(method) && !switches.isOff(method))
                            .toList(),
                    search::next);
            this.everywhere =
                    search.always(Stream.concat(endPoints.others().stream(), chains.onEachWay(switches::isOff).stream())
                            .toList());
        }
        this.start = search.reached(
                Stream.concat(starts.stream(), search.rare().stream()).toList());
    }

    private boolean isCalledFromOutside(Method method) {
        return method.owner().isTarget()
                && method.isApi()
                && method.owner().isExternallyVisible()
                && !Visibility.isKept(method)
                && !method.isConstructor()
                && !EntryPoints.runsAtStart(method)
                && !lifecycle.isLifecycleMethod(method);
    }

    /// Whether any code is known that a service runs with requests.
    public boolean knowsRequests() {
        return knowsRequests;
    }

    /// Whether a call runs only while a cache that lasts has no value.
    public boolean isBehindMiss(CallSite call) {
        return misses.isBehindMiss(call);
    }

    /// How often a service runs a method.
    public Exposure of(Method method) {
        if (method.isInitializer() || lifecycle.isLifecycleMethod(method) || LifecycleMethods.starts(method)) {
            return Exposure.ONCE;
        }
        if (switches.isOff(method)) {
            return Exposure.UNKNOWN;
        }
        if (each.contains(method) && (everywhere.contains(method) || isOfAll(method))) {
            return Exposure.EACH_REQUEST;
        }
        if (each.contains(method)) {
            return Exposure.SOME_REQUESTS;
        }
        if (some.contains(method)) {
            return Exposure.SOME_REQUESTS;
        }
        return !far.contains(method) && start.contains(method) ? Exposure.ONCE : Exposure.UNKNOWN;
    }

    // What no end point is known to run, a server's own way does.
    private boolean isOfAll(Method method) {
        int of = endPoints.of(method).size();
        return of == 0 || of == endPoints.size();
    }

    /// The names of the service's end points whose requests run a method, in alphabetical order, and how many there
    /// are.
    public RunBy runBy(Method method) {
        return new RunBy(endPoints.of(method).stream().sorted().toList(), endPoints.size());
    }
}
