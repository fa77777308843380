package io.heddle.watch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// How Heddle records a service for a prediction: a dump of all threads twice a second, which has no threshold and
/// tells
/// of monitors; waits of 10 ms or more; samples; the load of the machine; and, on 25 and later, how many requests there
/// were (JEP 520).
public final class ServiceSettings {

    /// Methods that each run once for a request.
    private static final String REQUESTS = String.join(
            ";",
            "org.apache.catalina.connector.CoyoteAdapter::service",
            "org.eclipse.jetty.server.HttpChannel::handle",
            "org.eclipse.jetty.server.internal.HttpChannelState$HandlerInvoker::run",
            "io.undertow.servlet.handlers.ServletInitialHandler::dispatchRequest",
            "sun.net.httpserver.ServerImpl$Exchange::run",
            "io.grpc.stub.ServerCalls$UnaryServerCallHandler$UnaryServerCallListener::onHalfClose");

    private static final Map<String, Map<String, String>> EVENTS = events();

    private ServiceSettings() {}

    private static Map<String, Map<String, String>> events() {
        Map<String, Map<String, String>> events = new LinkedHashMap<>();
        for (String about :
                new String[] {"JVMInformation", "InitialSystemProperty", "CPUInformation", "ContainerConfiguration"}) {
            events.put("jdk." + about, Map.of("period", "beginChunk"));
        }
        events.put("jdk.ActiveSetting", Map.of());
        events.put("jdk.ThreadDump", Map.of("period", "500 ms"));
        events.put("jdk.CPULoad", Map.of("period", "1 s"));
        events.put("jdk.ExecutionSample", Map.of("period", "20 ms"));
        for (String wait : new String[] {
            "ThreadPark",
            "JavaMonitorEnter",
            "JavaMonitorWait",
            "ThreadSleep",
            "SocketRead",
            "SocketWrite",
            "FileRead",
            "FileWrite",
            "FileForce"
        }) {
            events.put("jdk." + wait, Map.of("threshold", "10 ms", "stackTrace", "true"));
        }
        events.put("jdk.MethodTiming", Map.of("filter", REQUESTS, "period", "1 s"));
        return events;
    }

    /// As a recording takes them: `jdk.ThreadPark#threshold`.
    public static Map<String, String> map() {
        Map<String, String> map = new LinkedHashMap<>();
        EVENTS.forEach((event, settings) -> {
            map.put(event + "#enabled", "true");
            settings.forEach((name, value) -> map.put(event + "#" + name, value));
        });
        return map;
    }

    /// As a file of settings for `jcmd PID JFR.start settings=FILE`.
    public static String file() {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <configuration version="2.0" label="Heddle predict" description="jcmd PID JFR.start settings=heddle.jfc \
                duration=60s filename=/tmp/app.jfr; heddle predict /tmp/app.jfr" provider="Heddle">
                %s</configuration>
                """.formatted(EVENTS.entrySet().stream()
                .map(each -> "  <event name=\"" + each.getKey() + "\">\n"
                        + setting("enabled", "true")
                        + each.getValue().entrySet().stream()
                                .sorted(Map.Entry.comparingByKey())
                                .map(setting -> setting(setting.getKey(), setting.getValue()))
                                .collect(Collectors.joining())
                        + "  </event>\n")
                .collect(Collectors.joining()));
    }

    private static String setting(String name, String value) {
        return "    <setting name=\"" + name + "\">" + value + "</setting>\n";
    }
}
