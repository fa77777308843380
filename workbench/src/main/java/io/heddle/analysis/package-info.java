/// A whole-program analysis of JVM byte code. It finds where a thread may block although it must not.
///
/// **What a finding is.** A region that must not block, a path of calls, and the call at its end that waits.
/// A region is code that holds a monitor, a class initialiser, or code that runs on a carrier thread. The kind
/// of the wait is a [io.heddle.analysis.models.BlockingKind]. The confidence is *certain*, *likely* or
/// *possible*. Take this class, analysed for JDK 21:
///
/// ```java
/// synchronized Rate get() { return client.fetch(); }       // RemoteClient.fetch reads a socket
/// ```
///
/// `intra` records that the call of `fetch` is made while the monitor of `this` is held. `callgraph` resolves
/// the call to `RemoteClient.fetch`. `effects` knows that a path leads from there to a native method that waits
/// for the network. `paths` replays that path and does not refute it. `confidence` counts its calls: *certain*.
///
/// **Phases.** They stand in this order, and [BlockingAnalysis] runs them. Each takes the results of earlier
/// ones by its constructor and returns a result that later phases read and do not change. `PhasesTest` fails
/// where a package uses a later one, or where more than five classes form a circle.
///
/// - `knowledge`: Which limits and which lists of names did people put in? Types: `Limits`, `Names`.
/// - `classfile`, `program`: Which classes, methods and fields are there? Types: `ClassHierarchy`, `Method`.
/// - `intra`: In one method: where do values come from, what is locked, which branch is dead? Types:
///   `MethodFacts`, `LockSet`, `DeadBranchPruner`.
/// - `models`: Which calls block, or call back, as the JDK and libraries document? Types: `BlockingModels`,
///   `BlockingKind`.
/// - `reach`: Which methods may run, which classes have objects? Types: `RapidTypeAnalysis`,
///   `ContainerRoots`.
/// - `values`: Asked by later phases: does this value come from memory, a socket, a constant? Types:
///   `BackwardValueTrace`, `MemoryStreams`.
/// - `callgraph`: Which methods may a call run, at once or by a callback? Types: `CallTargetResolver`,
///   `TypePropagation`, `SummaryPropagation`.
/// - `confidence`: How sure is a path? Types: `ConfidenceModel`, `Demotion`.
/// - `effects`: Which methods may block, by which shortest path, and which locks are held long? Types:
///   `BackwardReachability`, `CriticalSections`, `LockIdentity`, `LockConfinement`.
/// - `paths`: Can the path be taken? Types: `PathFeasibility`, `ConstantPropagation`, `ReceiverFeasibility`.
///
/// **Abstract domain** (`intra`). A value is a set of origins: allocation sites, parameters, field reads,
/// results of calls, constants, `this`. The order is inclusion and the join is union. The empty set is
/// bottom; `null` has no origin, so that it is bottom too. A set of more than six origins is widened to top.
/// Thus each chain is finite and the fixed point exists. Booleans, and integers that are compared with
/// constants, are tracked; other primitives and elements of arrays are top. Held monitors are a stack of
/// values. A join keeps the common prefix, so that a monitor counts only where every path holds it
/// (must-held). The interpretation is flow sensitive, with exception edges. Calls are not entered: their
/// results are origins.
///
/// **Call graph** (`reach`, `callgraph`). First rapid type analysis (Bacon and Sweeney, OOPSLA 1996): a virtual
/// call may run each override of a class of which reached code makes an object. Roots are the methods of the
/// target's classes, and of classes that containers make because a file or an annotation names them. Then an
/// inclusion-based analysis (Andersen, 1994), insensitive to flow and context, narrows the receivers. Its
/// variables are fields, results, and parameters of methods that no code outside the program can call. One
/// set stands for a field of all objects. A call with more than ten targets is *unknown*: it is listed in the
/// report and not followed. One with two to ten targets is *ambiguous*: it is followed and costs confidence.
/// A call to an interface of the program's own API that only users implement runs *external code*.
///
/// **Summaries** (`callgraph`). A summary says of one parameter which of its methods are called, and whether a
/// monitor is held then. It passes up to callers until the place where the argument is created, and there it is
/// applied: a blocking lambda is reported where it is passed to `computeIfAbsent`. A parameter has at most
/// twelve summaries, over at most six calls. What a callee stores and calls later is in no summary.
///
/// **Effects** (`effects`). A call blocks if a model says so, if it runs a native method that waits, if it runs
/// external code, or if it calls an interface method that declares an exception of blocking code, such as
/// `IOException`. A breadth-first search backwards from these calls gives each method its shortest path to each
/// kind, at most twelve calls long. Waiting for a lock blocks only where a holder of that lock blocks for
/// another reason. So the kinds of locks come last, in one round. A lock is identified by the field or the
/// allocation site that holds it, else by its class. A lock whose object never leaves its owner is confined,
/// and nobody waits for it.
///
/// **Path refutation** (`paths`). A path is replayed forwards from the region to the wait with what is known
/// on it: the class of each receiver, constants and objects that are passed, and the call string. A call is
/// refuted if a constant closes its branch, or if the receiver has a class that does not run the target.
/// Then the shortest path by another call of the same method is taken. Where there is none, the finding
/// stays as *possible*, because refutation rests on the assumptions below. A wait that is satisfied already,
/// such as the result of a task that was asked whether it is done, is *possible* too.
///
/// **Unsound on purpose.** Without these assumptions nearly every call could run nearly everything, and there would
/// be nothing to report. Some of them cause misses:
///
/// - No reflection, JNI, generated code, or method handles but lambdas; what containers make is known from
///   files and annotations.
/// - Unknown calls run nothing that blocks (`--unknown` lists them).
/// - Logging, and the calls that `jdk-facts.txt` skips, do not block.
/// - The JDK calls the program only through callbacks that summaries know.
/// - A monitor that only some paths to a call hold is not held.
/// - Paths are at most twelve calls long, sets and traces are cut by `Limits`.
///
/// Others cause false alarms:
///
/// - One set of classes stands for a field of all objects.
/// - Code between `lock` and `unlock`, in the order of the byte code, is the critical section.
/// - A path that is not refuted can be taken.
///
/// How often a finding is right, by level: `docs/results/check-judged.md`. Which pins of real releases are
/// found: `./dev truth-corpus`. What it costs: `./dev bench check`.
///
/// **Where to change what.**
///
/// - A call of the JDK that blocks is not known, or a new kind of blocking: `jdk-facts.txt`; a kind is a
///   constant of `models.BlockingKind`.
/// - A list of methods, interfaces or annotations of libraries lacks one: the file of that subject in the
///   resource folder `knowledge`.
/// - A call runs a method of a class that has no objects: `reach.RapidTypeAnalysis`; if a container is said
///   to make it, `reach.ContainerRoots`.
/// - A call runs another method than the report says: `callgraph.TypePropagation` (receiver),
///   `callgraph.CallTargetResolver` (lookup).
/// - A callback is missed: `callgraph.SummaryPropagation`, `models.CallbackInterfaces`.
/// - A monitor is reported as held and is not: `intra.LockSet` and `intra.Transfer`.
/// - Two locks are taken for one: `effects.LockIdentity`.
/// - No other thread has the lock, or it is held only briefly: `effects.LockConfinement`,
///   `effects.CriticalSections`.
/// - A stream ends in memory, and is reported: `values.MemoryStreams`.
/// - A branch is closed by a constant of its own method, or by the JDK's version: `intra.DeadBranchPruner`,
///   `intra.JdkVersionChecks`.
/// - A branch is closed by what callers pass, or by a field: `paths.ConstantPropagation`.
/// - A receiver on the path has another class: `paths.ReceiverFeasibility`.
/// - What is waited for is there already: `effects.SatisfiedWaits`.
/// - The level does not fit how often such findings are right: `confidence.ConfidenceModel`, its weights in
///   `knowledge.Limits`.
@NullMarked
package io.heddle.analysis;

import org.jspecify.annotations.NullMarked;
