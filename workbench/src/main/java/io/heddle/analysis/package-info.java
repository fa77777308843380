/// A whole-program analysis of JVM byte code. It finds calls that may block where blocking does harm.
///
/// **What a finding is.** A finding has three parts: a region that must not block, a call path that starts
/// in it, and the blocking call at the end of the path. A region is code in which a virtual thread cannot
/// leave its carrier, or in which it excludes other threads: code under a monitor, a class initialiser,
/// class loading, or code above a native frame. A virtual thread that cannot leave its carrier is *pinned*.
/// The [io.heddle.analysis.models.BlockingKind] of the call says what it waits for. The confidence is
/// *certain*, *likely* or *possible*. An example, analysed for JDK 21, where a held monitor pins the virtual
/// thread:
///
/// ```java
/// synchronized Rate get() { return client.fetch(); }       // RemoteClient.fetch reads a socket
/// ```
///
/// `intra` records that the call site of `fetch` holds the monitor of `this`. `callgraph` resolves the call
/// to `RemoteClient.fetch`. `effects` finds a call path from there to a native method that blocks on the
/// network. `paths` replays that path and does not refute it. The path is short, and no call on it is
/// ambiguous. So `confidence` rates the finding as *certain*.
///
/// **Phases.** The list is in the order of dependency: a phase uses only phases above it. `confidence`
/// defines only weights and reasons; `effects` and `paths` apply them to what they find. [BlockingAnalysis]
/// runs the phases. Each phase gets the results of earlier phases through its constructor. Its own result is
/// immutable. `PhasesTest` fails if a package depends on a later one, or if more than
/// five classes of one package depend on each other in a cycle.
///
/// - `knowledge`: the numeric limits of the analysis, and lists of names of classes, methods and
///   annotations. People maintain both. Types: `Limits`, `Names`.
/// - `classfile`, `program`: the classes, methods and fields of the class path. Types: `ClassHierarchy`,
///   `Method`.
/// - `intra`: for each method alone, the origins of its values, the lock set at each call site, and its dead
///   branches. Types: `MethodFacts`, `LockSet`, `DeadBranchPruner`.
/// - `models`: which library methods block, and which run a callback, according to their documentation.
///   Types: `BlockingModels`, `BlockingKind`.
/// - `reach`: which methods are reachable, and which classes are instantiated. Types: `RapidTypeAnalysis`,
///   `ContainerRoots`.
/// - `values`: does this value come from memory, a socket or a constant? A backward trace answers; it runs
///   only when a later phase asks. Types: `BackwardValueTrace`, `MemoryStreams`.
/// - `callgraph`: which methods may a call site run, directly or through a callback? Types:
///   `CallTargetResolver`, `TypePropagation`, `SummaryPropagation`.
/// - `confidence`: which confidence does a path get, and why is it demoted? Types: `ConfidenceModel`,
///   `Demotion`.
/// - `effects`: which methods may block, the shortest path to each blocking call, and which locks are held
///   across one. Types: `BackwardReachability`, `CriticalSections`, `LockIdentity`, `LockConfinement`.
/// - `exposure`: how often does a service run a method, and on which threads? The answer orders the report;
///   it does not lower the confidence. Types: `Exposures`, `DispatchChains`.
/// - `paths`: is the path feasible? Types: `PathFeasibility`, `ConstantPropagation`, `ReceiverFeasibility`.
///
/// **Abstract domain** (`intra`). A value is a set of origins: allocation sites, parameters, field reads,
/// results of calls, constants, `this`. The partial order is set inclusion, and the join is union. The empty
/// set is bottom. It also stands for `null`, which has no origin; this is unambiguous, because unreachable
/// code has no state at all. A set that grows beyond six origins is widened to top, so that the iteration
/// ends. Booleans, and integers that are compared with a constant, are tracked as constants. Other
/// primitives, and values read from arrays, are top.
///
/// The lock set is a stack of such values. Its join is the longest common prefix; two elements are equal if
/// the same instruction acquired them. So a monitor is in the set only if it is held on every path (a must
/// analysis). The interpretation is flow-sensitive and follows exceptional edges. It is intraprocedural: the
/// result of a call is an origin of its own.
///
/// **Call graph** (`reach`, `callgraph`). The first step is rapid type analysis (Bacon and Sweeney, OOPSLA
/// 1996): a virtual call may run every method that an instantiated class defines or inherits for it. Entry
/// points are all methods of two groups of classes: those under analysis, and those that a container
/// instantiates because a configuration file or an annotation names them.
///
/// The second step narrows the classes of receivers. It propagates sets of classes along subset constraints
/// (as variable-type analysis does, Sundaresan et al., OOPSLA 2000), insensitive to flow and context. Its
/// nodes are fields, return values, and the parameters of methods that only the program itself can call. It
/// is field-based: a field has one set for all objects. A parameter of any other method may have any
/// instantiated class.
///
/// A call site with more than ten targets is *unknown*: it has no edges, and `--unknown` lists it. One with
/// two to ten targets is *ambiguous*: the analysis follows it, with a lower confidence. If the program
/// declares an interface for its users and does not implement it, a call through it runs *external code*.
///
/// **Summaries** (`callgraph`). A summary records for one parameter which methods are called on it, and
/// whether a monitor is held at that call. Summaries are propagated bottom-up to the call site that passes a
/// known object. There they are instantiated. So a lambda that blocks is reported at the call of
/// `computeIfAbsent`. A parameter has at most twelve summaries, and each spans at most six calls. Callbacks
/// that the callee stores and runs later, such as registered listeners, are not summarised.
///
/// **Effects** (`effects`). A call blocks if a model says so. It also blocks if its target is external code,
/// or a native method that waits, or an interface method that declares an exception typical of blocking
/// code, such as `IOException`. A backward breadth-first search from these calls finds for each method and
/// each blocking kind the shortest path, of at most twelve calls.
///
/// To acquire a lock counts as blocking only if a critical section of that lock blocks for another reason
/// than a lock. So one pass over the acquisitions, after the other kinds, is enough; chains from lock to
/// lock are not followed. A lock is identified by the field from which it is read, or by its allocation
/// site, or else by its class. A lock is confined if it does not escape from the object that owns it: no
/// other thread contends for it.
///
/// **Path refutation** (`paths`). A path is replayed forwards from the region to the blocking call. The
/// replay carries the receiver classes, the constants and objects that are passed as arguments, and the call
/// string. A call edge is infeasible if a known constant contradicts the condition of its branch, or if the
/// receiver's class does not dispatch to the target. Then the replay tries another call site of the same
/// caller, and the shortest path from there. If no call site is left, the finding becomes *possible*. It is
/// not dropped, because the refutation depends on the assumptions below. A finding also becomes *possible*
/// if its wait is satisfied already, such as `Future.get()` after `isDone()` returned true.
///
/// **Unsound and imprecise on purpose.** Without these assumptions nearly every call could reach nearly
/// every method, and no report would be of use. These cause false negatives:
///
/// - Reflection, code generated at run time, and method handles other than those of lambdas are not
///   modelled. Native methods are assumed not to call Java. The objects that containers create are known only
///   from configuration files and annotations.
/// - *Unknown* calls are assumed not to block.
/// - Logging, and the calls that `jdk-facts.txt` skips, are assumed not to block.
/// - The JDK is assumed to call the program only through callbacks that a summary covers.
/// - A monitor that is held on only some of the paths to a call site counts as not held there.
/// - Call paths are cut at twelve calls, and summaries and backward traces at the bounds in `Limits`. Chains
///   from lock to lock are not followed.
///
/// These cause false positives:
///
/// - Type propagation is field-based.
/// - The critical section of a `java.util.concurrent` lock is all code between `lock` and `unlock` in the
///   order of the byte code, not along the control flow.
/// - A path that is not refuted is assumed to be feasible.
///
/// Precision for each level of confidence: `docs/results/check-judged.md`. Recall of real pinning bugs:
/// `./dev truth-corpus`. Time and memory: `./dev bench check`.
///
/// **Where to change what.**
///
/// - A new blocking kind: add a constant to `models.BlockingKind`, then name it in `jdk-facts.txt`.
/// - A blocking method of the JDK is missing: `jdk-facts.txt` in the resource folder `models`.
/// - A method, interface or annotation of a library is missing from a list: the file of its subject in the
///   resource folder `knowledge`, such as `callbacks.txt`.
/// - A numeric bound: `knowledge.Limits`.
/// - A class that a container makes is not reached, or is reached wrongly: `reach.ContainerRoots`.
/// - The reported target is in a class that is never instantiated: `reach.RapidTypeAnalysis`.
/// - A call is resolved to a wrong target: `callgraph.TypePropagation` if the receiver classes are wrong for
///   every path, `paths.ReceiverFeasibility` if they are wrong on this path only,
///   `callgraph.CallTargetResolver` if the method lookup is wrong.
/// - A callback is missed: `models.CallbackInterfaces` and `callbacks.txt` if the interface is not known,
///   else `callgraph.SummaryPropagation`.
/// - A monitor is reported as held although it is not: `intra.LockSet` for state and join, `intra.Transfer`
///   for the effect of an instruction.
/// - Two locks are taken for one: `effects.LockIdentity`.
/// - A lock is reported although its object does not escape: `effects.LockConfinement`.
/// - A lock is reported although no critical section of it blocks: `effects.CriticalSections`.
/// - A read or write of a stream in memory is reported: `values.MemoryStreams`.
/// - A branch that a constant of its own method decides is followed: `intra.DeadBranchPruner`.
/// - A branch that the JDK under analysis never takes is followed: `intra.JdkVersionChecks`.
/// - A branch that an argument or a field decides is followed: `paths.ConstantPropagation`.
/// - A wait is reported although it is satisfied: `effects.SatisfiedWaits`.
/// - Findings of one level of confidence are wrong too often, or hidden although they are right:
///   `confidence.ConfidenceModel`, with its weights in `knowledge.Limits`. A reason that makes a finding
///   *possible* is a `confidence.Demotion`.
@NullMarked
package io.heddle.analysis;

import org.jspecify.annotations.NullMarked;
