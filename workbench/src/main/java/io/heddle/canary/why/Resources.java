package io.heddle.canary.why;

import io.heddle.canary.why.Resource.Kind;
import io.heddle.canary.why.Resource.Series;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// What is looked at, in the order in which it is named when several moved: causes before what they bring about.
final class Resources {

    private static final Set<String> POOL = Set.of("pool", "pool_name", "db_client_connection_pool_name", "name");
    private static final Set<String> OVERLOAD = Set.of("429", "503");
    private static final Set<String> NONE = Set.of();

    static final List<Resource> ALL = List.of(
            new Resource(
                    "threads that wait for a connection of",
                    List.of(
                            plain("hikaricp_connections_pending"),
                            plain("db_client_connections_pending_requests"),
                            plain("db_client_connection_pending_requests"),
                            plain("hikaricp_pending_threads"),
                            plain("agroal_awaiting_count"),
                            plain("vibur_pool_waiting")),
                    POOL,
                    Kind.GAUGE,
                    2,
                    ""),
            new Resource(
                    "time spent waiting for a connection of",
                    List.of(
                            plain("hikaricp_connections_acquire_seconds_sum"),
                            plain("db_client_connections_wait_time_milliseconds_sum"),
                            plain("db_client_connection_wait_time_seconds_sum")),
                    POOL,
                    Kind.COUNTER,
                    0.5,
                    " s a second"),
            new Resource(
                    "connections in use of",
                    List.of(
                            plain("hikaricp_connections_active"),
                            new Series("db_client_connections_usage", Map.of("state", Set.of("used"))),
                            new Series(
                                    "db_client_connection_count", Map.of("db_client_connection_state", Set.of("used"))),
                            plain("jdbc_connections_active"),
                            plain("agroal_active_count"),
                            plain("tomcat_jdbc_active")),
                    POOL,
                    Kind.GAUGE,
                    2,
                    ""),
            new Resource(
                    "carrier time held by pinned virtual threads",
                    List.of(
                            plain("jvm_threads_virtual_pinned_seconds_sum"),
                            plain("jvm_thread_virtual_pinned_seconds_sum"),
                            plain("heddle_carrier_held_seconds_total")),
                    NONE,
                    Kind.COUNTER,
                    0.01,
                    " s a second"),
            new Resource(
                    "answers 429 or 503 of what stands behind",
                    List.of(
                            new Series("http_client_requests_seconds_count", Map.of("status", OVERLOAD)),
                            new Series(
                                    "http_client_request_duration_seconds_count",
                                    Map.of("http_response_status_code", OVERLOAD))),
                    NONE,
                    Kind.COUNTER,
                    0.1,
                    " a second"),
            new Resource(
                    "virtual threads that the scheduler refused",
                    List.of(
                            plain("jvm_threads_virtual_submit_failed_total"),
                            plain("jvm_thread_virtual_submit_failed_total"),
                            plain("heddle_submit_failed_total")),
                    NONE,
                    Kind.COUNTER,
                    0.01,
                    " a second"),
            new Resource(
                    "virtual threads that wait for a carrier",
                    List.of(new Series("jvm_threads_virtual_live", Map.of("scheduling_status", Set.of("queued")))),
                    NONE,
                    Kind.GAUGE,
                    8,
                    ""),
            new Resource(
                    "time in garbage collection",
                    List.of(plain("jvm_gc_pause_seconds_sum"), plain("jvm_gc_duration_seconds_sum")),
                    NONE,
                    Kind.COUNTER,
                    0.02,
                    " s a second"),
            new Resource(
                    "heap in use",
                    List.of(
                            new Series("jvm_memory_used_bytes", Map.of("area", Set.of("heap"))),
                            new Series("jvm_memory_used_bytes", Map.of("jvm_memory_type", Set.of("heap")))),
                    NONE,
                    Kind.GAUGE,
                    64 << 20,
                    " bytes"),
            new Resource(
                    "CPU",
                    List.of(plain("process_cpu_usage"), plain("jvm_cpu_recent_utilization_ratio")),
                    NONE,
                    Kind.GAUGE,
                    0.2,
                    " of the machine"),
            new Resource(
                    "platform threads",
                    List.of(plain("jvm_threads_live_threads"), plain("jvm_threads_current"), plain("jvm_thread_count")),
                    NONE,
                    Kind.GAUGE,
                    50,
                    ""));

    private Resources() {}

    /// How many connections a pool may have, whose name is given by one of the labels that name it.
    static Stream<Series> largest() {
        return Stream.of(
                        "hikaricp_connections_max",
                        "db_client_connections_max",
                        "db_client_connection_max",
                        "jdbc_connections_max",
                        "agroal_max_used_count",
                        "tomcat_jdbc_max_active")
                .map(Resources::plain);
    }

    private static Series plain(String name) {
        return new Series(name, Map.of());
    }
}
