/// A whole-program analysis of JVM byte code. In the code where blocking does harm, it finds the calls that
/// may block.
///
/// **What a finding is.** A finding has three parts: a region that must not block, a call path that starts
/// in the region, and the blocking call at the end of the path. There are three kinds of regions: code under
/// a monitor, a class initialiser, and `loadClass` or `findClass` of a class loader. In a region, a virtual
/// thread cannot leave its carrier (it is *pinned*), or other threads have to wait for it. The
/// [io.heddle.analysis.models.BlockingKind] of the call says what it waits for. Each finding has a
/// confidence: *certain*, *likely* or *possible*.
///
/// Here is an example. On JDK 21 a held monitor pins the virtual thread:
///
/// ```java
/// synchronized Rate get() { return client.fetch(); }       // RemoteClient.fetch reads a socket
/// ```
///
/// `intra` records that the call site of `fetch` holds the monitor of `this`. `callgraph` resolves the call
/// to `RemoteClient.fetch`. `effects` finds a call path from there to a native method that blocks on the
/// network. `paths` checks the path call by call and finds no contradiction. The path is short, and each
/// call on it has one target. So `confidence` rates the finding as *certain*.
///
/// **Phases.** Each package below is a phase. A phase uses only the phases above it in this list.
/// [BlockingAnalysis] runs the phases. It passes the results of earlier phases to each phase as arguments.
/// The result of a phase is immutable. `PhasesTest` fails if a package depends on a later one. It also
/// fails if a cycle of dependencies has more than five classes.
///
/// - `knowledge`: the numeric limits of the analysis, and lists of names of classes, methods and
///   annotations. Both are maintained by hand. Types: `Limits`, `Names`.
/// - `classfile`, `program`: the classes, methods and fields of the class path. Types: `ClassHierarchy`,
///   `Method`.
/// - `intra`: the origins of the values of a method, the lock set at each of its call sites, and its dead
///   branches. The analysis of a method looks at no other method. Types: `MethodFacts`, `LockSet`,
///   `DeadBranchPruner`.
/// - `models`: the library methods that are known to block, and those that are known to run a callback.
///   Types: `BlockingModels`, `BlockingKind`.
/// - `reach`: the reachable methods, and the instantiated classes. Types: `RapidTypeAnalysis`,
///   `ContainerRoots`.
/// - `values`: whether a value comes from memory, a socket or a constant. The backward trace of a value
///   runs only when a later phase asks for it. Types: `BackwardValueTrace`, `MemoryStreams`.
/// - `callgraph`: the methods that a call site may run, directly or through a callback. Types:
///   `CallTargetResolver`, `TypePropagation`, `SummaryPropagation`.
/// - `confidence`: the features of a path, the limits that decide its confidence, and the weights that
///   make its probability. `paths` applies them. Types: `Features`, `Demotion`, `ConfidenceModel`.
/// - `effects`: the methods that may block, the shortest path to each blocking call, and the locks that are
///   held during a blocking call. Also the code that runs only on platform threads that the program starts.
///   Types: `BackwardReachability`, `CriticalSections`, `LockIdentity`, `LockMethods`, `LockConfinement`,
///   `ThreadContexts`.
/// - `exposure`: how often a service runs a method. The exposure orders the report; it does not change the
///   confidence. Types: `Exposures`, `DispatchChains`, `ForwardSearch`, `CacheMisses`.
/// - `paths`: whether a path is feasible. Types: `PathFeasibility`, `ConstantPropagation`,
///   `ReceiverFeasibility`.
///
/// **Abstract domain** (`intra`). An abstract value is a set of origins: allocation sites, parameters, field
/// reads, results of calls, constants, `this`. The partial order is set inclusion, and the join is union. The
/// empty set is bottom. It represents `null`, which has no origin. It cannot be confused with unreachable
/// code, because unreachable code has no abstract state. A set of more than six origins is widened to top.
/// This widening also ends the iteration over a loop with a cast. The cast of a value is an origin that wraps
/// this value, so each iteration over such a loop creates a new origin. Of the primitives, the domain tracks
/// the constants 0 and 1 (`false` and `true`) and the parameters of type `boolean`, `int` and `long`. Other
/// primitives, and values read from arrays, are top.
///
/// A lock set is a stack of monitors, the outermost first. Two elements are equal if the same instruction
/// acquired them. The join of two lock sets is their longest common prefix. So a monitor is in the set only
/// if it is held on every path (a must analysis).
///
/// The interpretation is flow-sensitive and follows exceptional edges. It is intraprocedural: it does not
/// look into the methods that are called. The result of a call is an origin of its own.
///
/// **Call graph** (`reach`, `callgraph`). The first step is rapid type analysis (Bacon and Sweeney, OOPSLA
/// 1996). A virtual call may run one method for each instantiated subtype of the receiver's static type: the
/// method that this subtype defines or inherits. The entry points are all methods of the classes under
/// analysis, and of the *container classes*, which a container instantiates. The analysis finds the
/// container classes in three places:
///
/// - Configuration files name container classes.
/// - The annotation `@Import` of a container class names further ones.
/// - A nested class of a container class is a container class, too, if it has an annotation.
///
/// The second step narrows the classes of receivers. It propagates sets of classes along subset
/// constraints, as variable-type analysis does (Sundaresan et al., OOPSLA 2000). The propagation is
/// insensitive to flow and context. It is field-based: a field has one set for all objects. The nodes of
/// the constraint graph are fields, return values, and some parameters: those of methods whose known callers
/// are taken for all callers (see the assumptions below). A parameter of any other method may have any class.
///
/// A call site with more than ten targets is *unknown*. It gets no edges in the call graph. `--unknown`
/// lists it. There are two exceptions. Where nearly all of up to 64 targets wait, the call is followed, since it needs
/// no choice of the target (`effects.ManyTargets`). And with the functions that it is given, a call of an interface of
/// the JDK is taken to do what the default method of the interface does, such as `Collection.removeIf`.
///
/// A call site with two to ten targets is followed. On a path to a blocking call it is
/// *ambiguous* if not all of its targets block. An ambiguous call site lowers the confidence of the path.
///
/// A call runs *external code* in four cases:
///
/// - It calls a functional interface, and the object comes from outside the program.
/// - It calls an abstract method of a public type. The program does not implement this method, but the users
///   of the program can.
/// - It calls an abstract method of a public interface, and the method has more than ten implementations.
/// - It calls a method of an interface whose class file is missing, unless the interface belongs to the JDK.
///
/// **Clojure** (`intra.ClojureVars`, `intra.ClojureCalls`, `intra.ClojureData`, `callgraph.CapturedFunctions`).
/// Compiled
/// code calls a function through its var. The root of a var is followed as a static field is: what the initialiser of
/// the
/// namespace binds is its value. A class that is named after the var is its function, so that such a call runs what a
/// directly linked one runs. A call of `invoke`, `invokePrim`, `applyTo` or `run` on a function runs the method that
/// has
/// its code. What a function calls on what it captures is called where the function is handed to code that calls it.
/// Who calls what `(comp f g)` gives calls `f` and `g`; who computes a lazy sequence calls the functions that it is
/// made
/// of. A multimethod runs any of its methods. A call by reflection runs a method of that name. A root that is bound
/// anew,
/// by a thread or for all, is taken for what was compiled.
///
/// **Summaries** (`callgraph`). A summary is about a parameter *p* of a method *m*. It names one method that
/// is called on *p*. The call is in *m*, or in a callee to which *m* passes *p*. The summary also says
/// whether a monitor is held at the call. Summaries are propagated from callees to callers, up to a call
/// site where the class of the argument is known. There they yield a callback edge. An example is a lambda
/// that blocks and is passed to `computeIfAbsent`: the finding is at the call of `computeIfAbsent`, where
/// the lambda is known. A method has at most twelve summaries, and each spans at most six calls.
///
/// A method may also store its parameter in a field, for example a listener. Other code calls a method on
/// the stored object later. The parameter has a summary for this later call only if two conditions hold: the
/// parameter is stored on every path to a return, and a monitor is held at the later call.
///
/// A summary may also be about the object whose method *m* is: code of the JDK calls a method that a class of the
/// program overrides, such as `removeEldestEntry`. And code of the JDK calls `toString`, `hashCode`, `equals` and
/// `compareTo` of what it is given: that counts where the class of the argument is one of the program's
/// (`callgraph.ImplicitCalls`).
///
/// A call may read or write a stream while no monitor is held in its own method, but in what it calls: in code of the
/// JDK, whose classes take a lock instead of a monitor only for some streams (`callgraph.JdkMonitors`), or in the
/// method that the stream is passed to. The finding is at the call that knows the stream. A file's stream does not
/// count: it holds the carrier with and without a monitor.
///
/// A model says of some caches of libraries that they run a function, or the loader that they were made with, while
/// they
/// hold a monitor (`callgraph.LoadingCaches`). Their own code is not followed there: it makes its classes by
/// reflection.
///
/// An object of the JDK may keep functions, and run them later: a stream keeps those of its stages until it ends, and
/// what `andThen` returns keeps two functions. The receiver of such a call is followed backwards to the functions that
/// it was made with (`callgraph.KeptFunctions`). They run where the stream ends, and not where it is made.
///
/// **Effects** (`effects`). A call may block if one of these is true:
///
/// - A model says so.
/// - It runs external code.
/// - It runs a native method outside the JDK. The JDK's native methods block only if a model says so.
/// - The call graph has no target for the call, and the called method is abstract and declares an exception
///   that suggests blocking, such as `IOException`.
///
/// A backward breadth-first search starts at these calls. For each method and each blocking kind it finds
/// the shortest path to such a call. A path has at most twelve calls before the blocking call, and at most
/// five before a call of external code.
///
/// **Exceptional control flow.** A call is *exceptional* if it runs only while an exception is handled, or only on
/// the way to a throw. It counts as any other call: for callers, for what arguments may be, for callbacks, for
/// critical sections. The searches above are made twice: first without exceptional calls, then with them, for the
/// methods that the first search did not reach. So a path that goes through an exceptional call is reported only
/// where no path without one is known. Such a path runs *after a failure*: its exposure is `once`, and the reason says
/// so. The searches for what requests run leave exceptional calls out: recovery is not what each request does. So do
/// two questions: what a stream in memory does, which never fails, and which methods end a component.
///
/// A wait for a lock takes long only if a critical section of that lock has a call that is known to block.
/// A wait for another lock is not such a call. So the result for one lock does not depend on the results
/// for other locks, and the analysis looks at each lock acquisition only once. The search for all blocking
/// kinds other than locks comes first. If no critical section of a lock blocks, the lock is *short*, and a
/// finding that waits for it is at most *possible*.
///
/// The analysis identifies a lock by the first rule below that applies:
///
/// - A lock that is stored in a field is identified by the field. If the field belongs to the program's
///   public API, the lock is not identified.
/// - A lock that the same method allocates is identified by its allocation site.
/// - A lock that may be any object, such as an element of an array, is identified by the class whose code
///   acquires it.
/// - A lock whose class is not a class of the JDK is identified by its class.
/// - A lock that is a parameter is identified by the field or the allocation site of the argument that the
///   caller on the path passes.
///
/// A lock to which no rule applies is not identified. A lock that is not identified is not short.
///
/// The owner of an object is the object in whose field it is stored. An object, such as a stream with a lock
/// of its own, is *confined* to its owner if two conditions hold:
///
/// - The object does not escape from the owner.
/// - A thread that keeps the object's lock for a long time also holds the owner's monitor.
///
/// So a thread that holds the owner's monitor never waits long for the lock of a confined object. In a region
/// under this monitor, a finding that waits for the lock is at most *possible*.
///
/// **Thread contexts** (`effects`). Two searches forwards along the call graph tell which threads may run a
/// method. One starts at the tasks that the program makes for its own platform threads. The other starts at
/// all methods that external code may call, and at all methods without a known caller. Unlike the other
/// searches, these follow *unknown* calls as well. A method that only the first search reaches runs on the
/// program's own platform threads. If, in addition, no other thread enters the monitor, the finding is at most
/// *possible*.
///
/// **Path feasibility** (`paths`). The analysis replays a path forwards, from the region to the blocking
/// call. The replay knows the calls before the current one, the classes of their receivers, and the
/// constants and objects in their arguments. A call is infeasible in two cases: a known constant excludes
/// the branch that contains it, or the receiver's class dispatches to another method than the target. Then
/// the replay tries another call site in the same method, and continues with the shortest path from that
/// call site. If no call site is left, the path is *refuted*, and the finding becomes *possible*. The
/// finding is not dropped, because the refutation depends on the assumptions below. A finding also becomes
/// *possible* if its call does not have to wait. An example is a call of `Future.get()` that runs only where `isDone()`
/// returned true. The same holds of a function that is registered with a future of which nothing shows that it is done
/// (`effects.Registrations`).
///
/// **Unsound and imprecise on purpose.** The analysis makes the assumptions below. Without them, nearly
/// every call could reach nearly every method, and no report would be of use. The following assumptions
/// cause false negatives:
///
/// - Reflection, but for Clojure's calls without a type hint, code generated at run time, and method handles other
///   than those of lambdas are not modelled.
/// - Native methods do not call Java.
/// - The objects that containers create are known from configuration files and annotations only.
/// - *Unknown* calls do not block. There are two exceptions: calls that count as external code, and calls of
///   methods that declare an exception such as `IOException`.
/// - Logging does not block. The calls that `jdk-facts.txt` marks with `CUT` do not block, either: the
///   analysis does not follow them.
/// - The JDK calls the program only through callbacks that have a summary, and what its objects keep.
/// - Code outside the program does not call three kinds of methods: those that only their own package can
///   call, protected ones, and those that are internal: their archive declares what it publishes, and not
///   their package; or it declares nothing, and the name of the method or of its package says so. Nor
///   does it call a method that has many static calls from its own artifact and none from others.
/// - A monitor that is held on only some of the paths to a call site is not held there.
/// - No relevant call path is longer than the search allows. The same holds for summaries and backward
///   traces; `Limits` has the bounds.
/// - A critical section that only waits for another lock does not block.
///
/// The following assumptions cause false positives:
///
/// - A field has the same set of classes in all objects.
/// - The critical section of a `java.util.concurrent` lock is all code between `lock` and the last `unlock`
///   before the next `lock`, in the order of the byte code and not along the control flow.
/// - A path that is not refuted is feasible.
///
/// `docs/results/check-judged.md` has the precision for each level of confidence. `./dev truth-corpus`
/// measures the recall of real pinning bugs. `./dev bench check` measures time and memory.
///
/// **Where to change what.**
///
/// - You need a new blocking kind: add a constant to `models.BlockingKind`, and use it in `jdk-facts.txt`.
/// - A blocking method of the JDK is missing: `jdk-facts.txt` in the resource folder `models`.
/// - A method, interface or annotation of a library is missing from a list: the file of its subject in the
///   resource folder `knowledge`, such as `callbacks.txt`.
/// - A numeric bound is too small or too large: `knowledge.Limits`.
/// - A class that a container instantiates is not reached, or is reached wrongly: `reach.ContainerRoots`.
/// - The reported target is in a class that is never instantiated: `reach.RapidTypeAnalysis`.
/// - The classes of a receiver are wrong on every path: `callgraph.TypePropagation`.
/// - The classes of a receiver are wrong on one path only: `paths.ReceiverFeasibility`.
/// - The classes of a receiver are right, but the call has a wrong target: `callgraph.CallTargetResolver`.
/// - A monitor of the JDK's streams is missed, or reported where a lock is taken: `callgraph.JdkMonitors`.
/// - A callback is missed because its interface is not known: `models.CallbackInterfaces` and
///   `callbacks.txt`.
/// - A callback of a known interface is missed: `callgraph.SummaryPropagation`.
/// - A function that an object of the JDK keeps is missed: `callgraph.KeptFunctions` and `kept.txt`.
/// - A monitor is reported as held although it is not: `intra.Transfer` if the effect of an instruction is
///   wrong, `intra.LockSet` if the join of two paths is wrong.
/// - The analysis confuses two locks: `effects.LockIdentity`; where a method locks for its caller:
///   `effects.LockMethods`.
/// - A lock is reported although its object is confined: `effects.LockConfinement`.
/// - A lock is reported although no critical section of it blocks: `effects.CriticalSections`.
/// - A read or write of a stream in memory is reported: `values.MemoryStreams`.
/// - The analysis follows a branch although a constant of the same method excludes it:
///   `intra.DeadBranchPruner`.
/// - The analysis follows a branch although the JDK under analysis never takes it:
///   `intra.JdkVersionChecks`.
/// - The analysis follows a branch although an argument or a field excludes it:
///   `paths.ConstantPropagation`.
/// - A call of a function of Clojure is not followed, or to the wrong one: `intra.ClojureVars` for vars,
///   `program.Method` for the method that has the code, `callgraph.CapturedFunctions` for closures.
/// - A wait is reported although it is satisfied: `effects.SatisfiedWaits`.
/// - Findings of one level of confidence are wrong too often: `confidence.ConfidenceModel`, with its
///   weights in `knowledge.Limits`.
/// - The probability of a finding does not match the share that is right: `./dev train` fits the weights
///   again; a new feature is a value in `confidence.Features`.
/// - Right findings are hidden because they are only *possible*: `confidence.ConfidenceModel`, and the
///   reasons in `confidence.Demotion`.
@NullMarked
package io.heddle.analysis;

import org.jspecify.annotations.NullMarked;
