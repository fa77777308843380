/// A whole-program analysis of JVM byte code that finds where a thread may block although it must not: while
/// it holds a monitor, in a class initialiser, on a carrier.
///
/// **Pipeline.** `classfile` reads class files, `program` links them to a class hierarchy, `intra` interprets
/// each method by itself, `reach` finds what may run, `callgraph` resolves calls, `effects` finds what may
/// block, `paths` searches for a path and tries to refute it, `confidence` says how sure it is. `models` and
/// `knowledge` hold what byte code does not tell; `values` traces values back. Each phase takes the results
/// of earlier ones by constructor and returns an immutable result. [BlockingAnalysis] runs the phases in
/// their order; rules ask it and [CodeQueries].
///
/// **Abstract domain** (`intra`). A value is the set of its origins: allocation sites, parameters, fields,
/// results of calls, constants, `this`. Sets are ordered by inclusion; a set of more than six origins is the
/// top element, null the bottom. Monitors are a stack of such values, in the order of entering; where two
/// paths join, the common prefix is held. The interpretation is flow sensitive within a method, over all
/// paths with exceptions, until nothing changes. Primitives other than flags and compared numbers, and
/// elements of arrays, are top.
///
/// **Call graph** (`reach`, `callgraph`). Rapid type analysis (Bacon and Sweeney, 1996) from all methods of
/// the target's classes and of the classes that containers are told to make: a virtual call runs what the
/// classes define of which reached code makes objects. Then subset constraints between fields, results and
/// the parameters of methods that external code cannot call are solved, context and flow insensitively, which
/// gives the exact classes of a receiver where they are few. A call with more than ten targets is unknown: it
/// is counted, reported and not followed. Calls of the JDK's own code reach the JDK's own classes only.
///
/// **Summaries** (`callgraph`). For each parameter a method's summary says what is called on it, and whether
/// a monitor is held meanwhile. Summaries are propagated up the call graph to where the argument is made:
/// there, and only there, it is known which code runs. Thus a lambda that blocks is told of where it is
/// passed to `computeIfAbsent`. Reads and writes of a stream that is a parameter are propagated likewise.
///
/// **Effects** (`effects`). A call blocks if a model says so, if it runs a native method that waits, if it
/// runs external code, or if it is to an interface whose exceptions say that it may block. From these ends a
/// breadth-first search backwards gives each method the shortest path to each kind of blocking. A lock
/// matters only if one of its holders blocks, so that locks are searched for last.
///
/// **Paths** (`paths`). A path is followed forwards from the place where it does harm, with what is known on
/// it: the class of each receiver, the constants and objects that are passed, the calls that handed them on.
/// It is refuted by a branch that a constant decides, or by a receiver of another class. A refuted step is
/// replaced by the shortest other path; where there is none, the finding remains and is *possible* only. So is
/// one whose wait is satisfied. `confidence` adds up the path's length and the penalties of ambiguous calls, and
/// demotes what no request runs.
///
/// **Unsound, on purpose.** Reflection, method handles other than lambdas, JNI and code that is generated at
/// run time are not followed, but for what containers are told to make. Unknown calls are not followed. The
/// limits in [io.heddle.analysis.knowledge.Limits] cut paths, sets and traces. The JDK's own code is taken to
/// call no class of the program but through summaries. Skipped calls and logs are taken not to
/// block. What lies in the code between locking and unlocking is taken for the critical section, whatever the
/// path. Fields are one set for all objects of a class. It is also incomplete: that a path is not refuted
/// does not mean that it is taken.
///
/// **Where to change what.** A call that blocks and is not told of, or a new kind of blocking: `models`. A
/// method that is not reached: `reach`. A call that runs another method than is told: `callgraph`. A monitor
/// that is not held where it is told to be: `intra`. A lock that is called long and is short: `effects`. A
/// stream that ends in memory and is told of: `values`. A path that nothing takes: `paths`. A finding that is
/// right or wrong more often than its confidence says: `confidence`, and the limits in `knowledge`.
@NullMarked
package io.heddle.analysis;

import org.jspecify.annotations.NullMarked;
