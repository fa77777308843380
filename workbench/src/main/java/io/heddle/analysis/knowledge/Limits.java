package io.heddle.analysis.knowledge;

/// Every limit of the analysis: its name, its value, the reason for it, and the evidence.
///
/// Where the evidence is "cost", the limit is there to keep the analysis linear, and no other value was
/// compared; the time is that of `./dev bench check`. Where it is "judged", people read findings, and the
/// value is where they turned out wrong too often: `docs/results/check-judged.md`. Where it is "by analogy",
/// the value was taken from a similar limit and not measured.
public final class Limits {

    private Limits() {}

    /// Limits of reading one class file.
    public static final class ClassFile {

        private ClassFile() {}

        /// Annotations and arrays within each other, beyond which a class counts as damaged: each is read
        /// within the call that reads the one around it, here and in the JDK's parser. An annotation cannot
        /// hold itself (JLS 9.6.1): source code nests a few. Evidence: by analogy; no other value was compared.
        public static final int ANNOTATIONS_WITHIN = 64;
    }

    /// Limits of the class hierarchy.
    public static final class Program {

        private Program() {}

        /// Classes and interfaces above each other, beyond which a class counts as missing: each is read
        /// within the call that reads the one below it, so that a hostile class path could overflow the
        /// stack. Evidence: by analogy; no other value was compared.
        public static final int CLASSES_ABOVE = 500;
    }

    /// Limits of the abstract interpretation of one method.
    public static final class Intra {

        private Intra() {}

        /// Origins that a value may have before it may be anything. Evidence: cost.
        public static final int ORIGINS = 6;

        /// Visits of basic blocks, for each block of a method, before its code is taken for damaged. Origins
        /// only widen, so that real code settles far sooner. Evidence: cost.
        public static final int VISITS_PER_BLOCK = 200;

        /// Blocks of a method beyond which no block but the first is said to lie on every path to a return, and no
        /// loop to count, which takes time quadratic in the blocks. Evidence: cost.
        public static final int BLOCKS_FOR_DOMINANCE = 200;

        /// Turns of loops that count to constants up to which what they start is few. Evidence: fewer than the threads
        /// of
        /// a server's pool, which has 200 by default.
        public static final int FEW_TURNS = 64;
    }

    /// Limits of type propagation and of the call graph.
    public static final class Calls {

        private Calls() {}

        /// Classes of a field or result that are told apart. Evidence: cost.
        public static final int CLASSES_OF_FIELD = 6;

        /// Classes of a parameter that are told apart: a helper of a class takes many lambdas. Evidence:
        /// cost.
        public static final int CLASSES_OF_PARAMETER = 24;

        /// Targets of a call beyond which its result may have any class. Evidence: cost.
        public static final int TARGETS_FOR_RESULT = 6;

        /// Rounds after which what still changes may have any class. Evidence: cost.
        public static final int ROUNDS = 20;

        /// Targets of a call beyond which it is unknown: counted, reported and not followed. Evidence: by
        /// analogy; a call with that many targets says nothing of any of them.
        public static final int TARGETS = 10;

        /// Targets of a call beyond which it is not followed though nearly all of them block. Evidence: cost; nobody
        /// has more commands or handlers that all wait.
        public static final int MANY_TARGETS = 64;

        /// Of so many targets one may not block for a call to be followed that has more than [#TARGETS]. Evidence: by
        /// analogy with what makes a call ambiguous; measured with `./dev truth-idioms`.
        public static final int NEARLY_ALL = 10;

        /// Static calls from its own artifact, and from no other, after which a method's known callers are
        /// taken for all. Evidence: judged; it let the arguments of internal helpers be followed.
        public static final int OWN_CALLS = 20;

        /// Summaries of a method's parameters. Evidence: cost.
        public static final int SUMMARIES = 12;

        /// Calls through which a parameter is passed on. Evidence: by analogy with [Paths#RECEIVER_DEPTH].
        public static final int SUMMARY_DEPTH = 6;

        /// Calls of a stream of the JDK on itself until it holds a monitor. Evidence: `LineNumberReader.readLine` is
        /// two calls away from it, no stream of JDK 21 more.
        public static final int JDK_MONITOR = 3;

        /// Calls from a constructor to what it constructs in turn. Evidence: Jackson's `ObjectMapper` makes its factory
        /// and its providers within three.
        public static final int CONSTRUCTION = 3;

        /// From so many objects on a construction costs. Evidence: a bean or a collection makes a handful, Jackson's
        /// `ObjectMapper` more than twenty.
        public static final int MANY_OBJECTS = 16;
    }

    /// Limits of questions that follow values and callers backwards.
    public static final class Traces {

        private Traces() {}

        /// Steps from a value to where it comes from, through fields, callers and results. Evidence: cost.
        public static final int ORIGIN = 8;

        /// Fields, parameters and variables in which an executor is followed. Evidence: cost.
        public static final int EXECUTOR = 200;

        /// Steps from a stream to where it ends: wrappers, fields, and methods that return it. Evidence:
        /// cost.
        public static final int STREAM = 8;

        /// Steps from an object to a function that it was made with: the stages of a stream, wrappers of wrappers.
        /// Evidence: cost.
        public static final int KEPT = 24;

        /// Values that are looked at on all of these. Evidence: cost.
        public static final int KEPT_VALUES = 200;

        /// Stages from one future to another that is done. Evidence: cost.
        public static final int STAGES = 4;

        /// Steps from a channel to its selector. Evidence: by analogy with [#ORIGIN].
        public static final int SELECTOR = 8;

        /// Static final fields that stand for each other. Evidence: cost.
        public static final int CONSTANTS = 4;

        /// Getters of getters that are followed to the field of a lock. Evidence: cost; Kotlin's compiler
        /// writes two for a property of a companion object.
        public static final int GETTERS = 4;

        /// Getters of getters that are asked whether they always return the same. Evidence: cost.
        public static final int RESULTS = 3;

        /// Objects that are captured by others, which are captured, as one that somebody keeps. Evidence: cost.
        public static final int CAPTURES = 3;

        /// Callers of callers that are asked whether they hold the monitor. Evidence: cost.
        public static final int MONITOR = 4;

        /// Callers of callers that are searched for where a lock is given back. Evidence: cost.
        public static final int UNLOCKING = 3;
    }

    /// Limits of the search for paths, in calls.
    public static final class Paths {

        private Paths() {}

        /// Calls from a method to what blocks. Longer paths exist in every large program and say little.
        /// Evidence: [Confidence#UNAMBIGUOUS] is the longest that is ever more than possible.
        public static final int DEPTH = 12;

        /// The same to external code. Evidence: [Confidence#EXTERNAL_CALLS].
        public static final int EXTERNAL_DEPTH = 5;

        /// Steps beyond which no path around a closed branch is searched. Evidence: such a path is possible
        /// only.
        public static final int STEPS_FOR_DETOUR = 15;

        /// Classes of a receiver beyond which it is not asked what each of them runs. Evidence: cost.
        public static final int CLASSES_OF_RECEIVER = 24;

        /// Calls through which an object's own methods are followed with its class. Evidence: cost.
        public static final int RECEIVER_DEPTH = 6;

        /// Calls by which the path through a nearer class may be longer. Evidence: judged.
        public static final int DETOUR = 1;

        /// Calls between an unlocking method's locking and what blocks, for a lock to be a long one.
        /// Evidence: judged; what blocks farther away is hardly what the lock is held for.
        public static final int UNDER_LOCK = 6;

        /// The same of a lock for reading, which keeps others out only while somebody wants to write.
        /// Evidence: judged.
        public static final int UNDER_READ_LOCK = 3;

        /// Targets of a call that a chain of a server's handlers may go on by. Evidence: Tomcat 9 has some thirty
        /// valves.
        public static final int CHAIN_TARGETS = 64;

        /// Calls from where a server takes a request up to where it hands it to an entry point. Evidence: nine in
        /// Tomcat 9, seven in Jetty 12.
        public static final int DISPATCH = 10;

        /// Calls on a short path from where a request comes in. Evidence: by analogy; no other value was compared.
        public static final int NEAR_REQUEST = 9;

        /// What an ambiguous call counts for on a short path, as [Confidence#AMBIGUOUS] and the call itself.
        /// Evidence: by analogy.
        public static final int NEAR_REQUEST_AMBIGUOUS = 3;
    }

    /// Limits of exposure.
    public static final class Exposure {

        private Exposure() {}

        /// What at least one request in so many runs is run by some requests. Evidence: by definition; it is what
        /// `./dev truth-services` calls often, and as many targets as [Calls#TARGETS].
        public static final int OFTEN = 10;

        /// Of how many methods that users of a library may call it is found out what they get to. Evidence: none, a
        /// matter of cost; a share of one in ten is known to 3 points (95 %).
        public static final int ASKED = 512;

        /// Calls through which an object is handed out that was looked for in a collection. Evidence: cost.
        public static final int SELECTION = 2;

        /// Calls between a cache and the code that looks a value up in it, or keeps one there. Evidence: cost.
        public static final int CACHE = 2;

        /// Calls from the one that is given a path to the one that is given the handler. Evidence: by analogy; no other
        /// value was compared.
        public static final int REGISTRATION = 4;

        /// End points of a service beyond which it is not asked which of them run a method. Evidence: cost.
        public static final int END_POINTS = 1_000;
    }

    /// Limits and weights of the confidence model, in calls.
    public static final class Confidence {

        private Confidence() {}

        /// Length of a path that is certain, at most. Evidence: judged.
        public static final int CERTAIN = 5;

        /// Length of a path that is likely, with its penalties, at most, where a call on it is ambiguous.
        /// Evidence: judged.
        public static final int LIKELY = 9;

        /// The same where no call is. Evidence: pins that users reported were nine to thirteen calls away; the
        /// length itself says little.
        public static final int UNAMBIGUOUS = 13;

        /// Classes on a path to external code, at most. Evidence: `./dev truth-corpus`; with any number of
        /// classes 63 of the 318 monitors that maintainers kept were flagged, instead of 39.
        public static final int EXTERNAL_CLASSES = 1;

        /// Calls to external code, at most. Evidence: pins that maintainers mended were two to five calls away
        /// from it.
        public static final int EXTERNAL_CALLS = 5;

        /// Calls of a path with an ambiguous call into another artifact: farther away it mostly runs another
        /// method. Evidence: judged.
        public static final int AMBIGUOUS_CALLS = 6;

        /// Calls to a wait for a notification: farther away another component makes its callers wait, for
        /// which JDK 21 adds a carrier. Evidence: judged.
        public static final int WAIT_CALLS = 4;

        /// Calls to an interface that may block by its contract: farther away it is not known who implements
        /// it. Evidence: judged; with 4 instead of 6 three findings of 851 went, one of them wrong.
        public static final int CONTRACT_CALLS = 6;

        /// Calls to a lock with an ambiguous call: farther away it is mostly the lock of another class.
        /// Evidence: judged; of all findings with an ambiguous call more than four calls away 16 of 32 were
        /// right, of all others 278 of 320.
        public static final int AMBIGUOUS_LOCK_CALLS = 4;

        /// Calls to a lock: farther away it is mostly the lock of another component, which is free. Evidence:
        /// judged; six of 13 wrong findings of 90.
        public static final int LOCK_CALLS = 5;

        /// Classes on a path to a lock. Evidence: judged.
        public static final int LOCK_CLASSES = 3;

        /// Penalty of an ambiguous call of which at least half of the targets block. Evidence: judged.
        public static final int AMBIGUOUS = 2;

        /// The same where fewer do, or a nearer target is there. Evidence: judged.
        public static final int MOSTLY_OTHER = 6;

        /// Penalty of a call that hardly ever runs the method on the path. Evidence: judged; it makes every
        /// path no more than possible unless it is one call long.
        public static final int UNLIKELY = 9;

        /// Penalty of a call that cannot run the method on the path: more than any path may have. Evidence:
        /// by definition.
        public static final int IMPOSSIBLE = 100;
    }

    /// Limits on the shape of methods that are known by their names.
    public static final class Names {

        private Names() {}

        /// Parameters of a method that starts or ends a component, at most. Evidence: by the methods of
        /// Spring's and Jakarta's life cycles, which have none or one.
        public static final int LIFECYCLE_PARAMETERS = 1;

        /// Parameters of a getter or setter, at most: a key and a value. Evidence: by the methods of
        /// java.util.Map.
        public static final int GETTER_PARAMETERS = 2;
    }
}
