package io.heddle.canary.rollout;

import io.heddle.model.Failure;
import java.util.Arrays;
import java.util.List;

/// One line of HAProxy's `show servers state`.
///
/// @param up takes traffic: running, and neither in maintenance nor draining
/// @param weight 0 to 256
record ServerState(String backend, String name, boolean up, int weight) {

    /// Checks pass, or there are none.
    private static final String RUNNING = "2";
    /// No bit of maintenance or drain is set.
    private static final String NO_ADMIN_STATE = "0";

    /// @throws Failure when that is no such answer
    static List<ServerState> parse(String answer) {
        List<String> lines = answer.lines().toList();
        if (lines.size() < 2 || !lines.get(1).startsWith("# ")) {
            throw new Failure(
                    "HAProxy does not tell its servers: "
                            + lines.stream().findFirst().orElse("an empty answer"),
                    "give the socket 'level admin' in HAProxy's global section");
        }
        List<String> names = Arrays.asList(lines.get(1).substring(2).split(" "));
        return lines.stream()
                .skip(2)
                .map(line -> line.split(" "))
                .filter(fields -> fields.length >= names.size())
                .map(fields -> new ServerState(
                        fields[names.indexOf("be_name")],
                        fields[names.indexOf("srv_name")],
                        fields[names.indexOf("srv_op_state")].equals(RUNNING)
                                && fields[names.indexOf("srv_admin_state")].equals(NO_ADMIN_STATE),
                        Integer.parseInt(fields[names.indexOf("srv_uweight")])))
                .toList();
    }

    boolean is(Servers.Name wanted) {
        return name.equals(wanted.server())
                && wanted.backend().map(backend::equals).orElse(true);
    }
}
