package io.heddle.model;

import java.util.List;

/// The service under study.
///
/// @param command as started, without Heddle's own additions, secrets redacted
/// @param jdk its Java version, such as `25.0.3`
/// @param server server and version that dispatches requests, such as `Tomcat 11.0.27`
/// @param switchedBy `agent` or the framework's own property
/// @param hooks what the agent changed or refused to change, one line each
/// @param output the file that has what it printed
/// @param notes what a reader should know of it
public record Target(
        List<String> command,
        String jdk,
        String server,
        String switchedBy,
        List<String> hooks,
        String output,
        List<String> notes) {}
