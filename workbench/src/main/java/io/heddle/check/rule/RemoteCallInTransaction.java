package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.program.Annotations;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Finding.Step;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Another service is asked in a transaction: a connection of the pool is held until it answers.
///
/// ## Why
///
/// A transaction has a connection of the pool from its first statement, or from its beginning, until it ends. While
/// the other service is asked, nobody else gets that connection. On platform threads the pool of threads was the
/// limit, often not much larger than that of connections. Virtual threads take that limit away: as many transactions
/// as there are requests want a connection, ten have one, and each of the ten waits for a network. Requests then wait
/// for the pool until they time out. No carrier is held: JFR, thread dumps and a count of pins show nothing.
///
/// ## Bad
///
/// ```java
/// import java.io.IOException;
/// import java.lang.annotation.Retention;
/// import java.lang.annotation.RetentionPolicy;
/// import java.net.http.HttpClient;
/// import java.net.http.HttpRequest;
/// import java.net.http.HttpResponse.BodyHandlers;
/// import java.sql.Connection;
/// import java.sql.SQLException;
/// import java.sql.Statement;
///
/// @Retention(RetentionPolicy.RUNTIME)
/// @interface Transactional {}
///
/// public class Orders {
///     private final HttpClient client = HttpClient.newHttpClient();
///     private final HttpRequest payment;
///
///     public Orders(HttpRequest payment) {
///         this.payment = payment;
///     }
///
///     @Transactional
///     public void place(Connection connection) throws SQLException, IOException, InterruptedException {
///         try (Statement statement = connection.createStatement()) {
///             statement.execute("insert into orders default values");
///         }
///         pay(); // finding
///     }
///
///     private void pay() throws IOException, InterruptedException {
///         client.send(payment, BodyHandlers.discarding());
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.io.IOException;
/// import java.lang.annotation.Retention;
/// import java.lang.annotation.RetentionPolicy;
/// import java.net.http.HttpClient;
/// import java.net.http.HttpRequest;
/// import java.net.http.HttpResponse.BodyHandlers;
/// import java.sql.Connection;
/// import java.sql.SQLException;
/// import java.sql.Statement;
///
/// @Retention(RetentionPolicy.RUNTIME)
/// @interface Transactional {}
///
/// public class Orders {
///     private final HttpClient client = HttpClient.newHttpClient();
///     private final HttpRequest payment;
///
///     public Orders(HttpRequest payment) {
///         this.payment = payment;
///     }
///
///     public void place(Connection connection) throws SQLException, IOException, InterruptedException {
///         client.send(payment, BodyHandlers.discarding());
///         store(connection);
///     }
///
///     @Transactional
///     public void store(Connection connection) throws SQLException {
///         try (Statement statement = connection.createStatement()) {
///             statement.execute("insert into orders default values");
///         }
///     }
/// }
/// ```
///
/// ## JDK
///
/// 21 and later.
///
/// ## Limits
///
/// Heddle knows methods of the target's own code that `@Transactional` of Spring or Jakarta puts in a transaction, or
/// their class, and lambdas that are handed to Spring's `TransactionTemplate`, jOOQ or Jdbi. It does not see a
/// connection that code takes itself, and not what runs only in a caller's transaction. A client that a framework
/// makes of an interface at run time, such as Feign's, has no code to read: calls of it are not found.
///
/// A call that also reaches a database is taken for the database's own: its driver uses the network too. Where the
/// connection is taken at the first statement (`LazyConnectionDataSourceProxy`, or Hibernate without auto-commit) and
/// the other service is asked before that, nothing is held.
///
/// If the call must stay in the transaction, a semaphore with fewer permits than the pool has connections keeps
/// connections for everybody else.
///
/// ## References
///
/// - HikariCP, About Pool Sizing: https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing
/// - Spring Framework, Declarative transaction management:
///   https://docs.spring.io/spring-framework/reference/data-access/transaction/declarative.html
record RemoteCallInTransaction() implements Rule {

    private static final Set<String> ANNOTATIONS = Names.of("transactions", "annotations");
    private static final Set<String> ELEMENTS = Names.of("transactions", "elements");
    private static final Set<String> WITHOUT = Names.of("transactions", "without");
    private static final Set<String> CALLBACKS = Names.of("transactions", "callbacks");
    /// What an application looks up lies in its own server.
    private static final String JNDI = "javax.naming.";
    /// Calls into a library that are followed to see by how many of them it asks. Spring's `RestClient` takes four.
    private static final int DEEP = 5;

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        Search search = new Search(analysis);
        List<BlockingSite> found = Stream.concat(search.annotated(), search.callbacks())
                .filter(site -> site.confidence() != Confidence.POSSIBLE)
                .filter(site -> !site.sink().startsWith(JNDI))
                .toList();
        Set<String> told =
                found.stream().map(site -> site.method().qualifiedName()).collect(Collectors.toSet());
        return found.stream()
                .filter(site -> site.path().stream()
                        .skip(1)
                        .noneMatch(step -> told.contains(step.type() + "." + step.method())))
                .map(site ->
                        Hazards.finding(this, analysis, site.because(reason(site)), Hazards.ALWAYS, Severity.SLOW));
    }

    private static String reason(BlockingSite site) {
        int calls = site.path().size();
        return (calls == 1 ? "the call itself " : calls + " calls away, the last ")
                + site.kind().does() + "; the transaction may hold a connection meanwhile";
    }

    private static boolean isWithTransaction(Map<String, String> says) {
        return ELEMENTS.stream().noneMatch(element -> WITHOUT.contains(says.getOrDefault(element, "")));
    }

    /// Looks for what transactions ask. Many of them run the same code, which is judged once.
    private static final class Search {

        private final BlockingAnalysis analysis;
        private final Map<Type, Boolean> types = new HashMap<>();
        private final Map<CallSite, Optional<BlockingSite>> asked = new HashMap<>();

        Search(BlockingAnalysis analysis) {
            this.analysis = analysis;
        }

        private boolean isTransactional(Method method) {
            if (!method.owner().isTarget()
                    || method.isConstructor()
                    || method.isInitializer()
                    || method.isUnseen()
                    || method.isStatic()
                    || method.is(AccessFlag.PRIVATE)) {
                return false;
            }
            Optional<Map<String, String>> own = Annotations.of(method, ANNOTATIONS);
            return own.isPresent()
                    ? isWithTransaction(own.get())
                    : method.is(AccessFlag.PUBLIC)
                            && types.computeIfAbsent(
                                    method.owner(),
                                    type -> Annotations.of(type, ANNOTATIONS)
                                            .filter(RemoteCallInTransaction::isWithTransaction)
                                            .isPresent());
        }

        Stream<BlockingSite> annotated() {
            return analysis.methods().stream().filter(this::isTransactional).flatMap(method -> remote(method).stream());
        }

        // Told of the method that hands the task over.
        Stream<BlockingSite> callbacks() {
            return analysis.code()
                    .callsTo(CALLBACKS)
                    .filter(call -> call.caller().owner().isTarget())
                    .flatMap(call -> analysis.code().lambdaTargets(call, 0).stream()
                            .flatMap(task -> remote(task).stream())
                            .map(site -> behind(call, site))
                            .limit(1));
        }

        /// The best evidence that a method asks another service. What a call that also gets to a database uses the
        /// network for is the database, unless own code makes that call.
        private Optional<BlockingSite> remote(Method method) {
            List<BlockingSite> found = new ArrayList<>();
            // By which call the search first got to each method.
            Map<Method, CallSite> by = new HashMap<>();
            Set<Method> seen = new HashSet<>(Set.of(method));
            Deque<Method> open = new ArrayDeque<>(seen);
            while (!open.isEmpty()) {
                Method at = open.poll();
                analysis.code().calls(at).forEach(call -> {
                    if (!analysis.mayBlock(call, BlockingKind.DATABASE)) {
                        asked.computeIfAbsent(call, _ -> asks(analysis, call))
                                .ifPresent(site -> found.add(along(at, by, site)));
                    } else {
                        analysis.code()
                                .targets(call)
                                .filter(target ->
                                        target.owner().isTarget() && !isTransactional(target) && seen.add(target))
                                .forEach(target -> {
                                    by.put(target, call);
                                    open.add(target);
                                });
                    }
                });
            }
            return found.stream().min(BlockingSite.BEST);
        }

        // The same, told of the method that the search began with.
        private static BlockingSite along(Method method, Map<Method, CallSite> by, BlockingSite site) {
            BlockingSite told = site;
            for (CallSite call = by.get(method); call != null; call = by.get(call.caller())) {
                told = behind(call, told);
            }
            return told;
        }
    }

    private static Optional<BlockingSite> asks(BlockingAnalysis analysis, CallSite call) {
        Optional<BlockingSite> direct = analysis.blockingPath(call, BlockingKind.NETWORK);
        boolean doubtful =
                direct.filter(site -> site.confidence() == Confidence.POSSIBLE).isPresent();
        return doubtful ? severalTimes(analysis, call, DEEP).or(() -> direct) : direct;
    }

    // A client of another service mostly hides its connection behind interfaces, so that each path to it is
    // doubtful. It asks all the same if calls on several objects on the way get to several operations of the
    // network. Calls on one object, and ways to one operation, are doubtful for the same reason.
    private static Optional<BlockingSite> severalTimes(BlockingAnalysis analysis, CallSite call, int deep) {
        List<Method> targets = analysis.code().targets(call).toList();
        if (deep == 0 || targets.size() != 1) {
            return Optional.empty();
        }
        List<CallSite> inside = analysis.code()
                .calls(targets.getFirst())
                .filter(inner -> !analysis.mayBlock(inner, BlockingKind.DATABASE))
                .toList();
        Map<AbstractValue, BlockingSite> ways = new HashMap<>();
        for (CallSite inner : inside) {
            analysis.blockingPath(inner, BlockingKind.NETWORK)
                    .ifPresent(site -> ways.merge(
                            AbstractValue.bare(inner.receiver()), site, BinaryOperator.minBy(BlockingSite.BEST)));
        }
        Optional<BlockingSite> several =
                ways.values().stream().map(BlockingSite::sink).distinct().count() > 1
                        ? ways.values().stream()
                                .min(BlockingSite.BEST)
                                .map(site -> site.judged(Confidence.LIKELY, site.reason()))
                        : inside.stream()
                                .flatMap(inner -> severalTimes(analysis, inner, deep - 1).stream())
                                .min(BlockingSite.BEST);
        return several.map(site -> behind(call, site));
    }

    // The same, on a path that begins with the call.
    private static BlockingSite behind(CallSite call, BlockingSite site) {
        Method caller = call.caller();
        Step first = new Step(
                caller.owner().binaryName(),
                caller.signature().name(),
                caller.signature().descriptor(),
                call.line(),
                caller.owner().artifact().name());
        return new BlockingSite(
                caller,
                call.line(),
                site.kind(),
                site.innermost(),
                site.monitor(),
                site.once(),
                site.afterFailure(),
                site.confidence(),
                site.reason(),
                site.odds(),
                Stream.concat(Stream.of(first), site.path().stream()).toList(),
                site.sink());
    }
}
