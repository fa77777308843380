package io.heddle.canary.rollout;

import io.heddle.model.Failure;
import io.heddle.net.Excerpt;
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

    /// HAProxy's highest.
    private static final int HEAVIEST = 256;
    private static final List<String> COLUMNS =
            List.of("be_name", "srv_name", "srv_op_state", "srv_admin_state", "srv_uweight");

    /// @param answer whole, with the line feed at its end
    /// @throws Failure when that is no such answer
    static List<ServerState> parse(String answer) {
        List<String> lines = answer.lines().toList();
        if (lines.size() < 2 || !lines.get(1).startsWith("# ")) {
            throw odd("it answers '" + Excerpt.of(lines.stream().findFirst().orElse("")) + "'");
        }
        List<String> names = Arrays.asList(lines.get(1).substring(2).split(" "));
        if (!names.containsAll(COLUMNS)) {
            throw odd("its table lacks a column");
        }
        if (!answer.endsWith("\n")) {
            throw odd("its answer ends half-way");
        }
        return lines.stream()
                .skip(2)
                .filter(line -> !line.isBlank())
                .map(line -> of(names, line.split(" ")))
                .toList();
    }

    private static ServerState of(List<String> names, String[] fields) {
        if (fields.length < names.size()) {
            throw odd("its answer ends half-way");
        }
        return new ServerState(
                fields[names.indexOf("be_name")],
                fields[names.indexOf("srv_name")],
                fields[names.indexOf("srv_op_state")].equals(RUNNING)
                        && fields[names.indexOf("srv_admin_state")].equals(NO_ADMIN_STATE),
                weight(fields[names.indexOf("srv_uweight")]));
    }

    private static int weight(String text) {
        int weight = text.matches("\\d{1,3}") ? Integer.parseInt(text) : HEAVIEST + 1;
        if (weight > HEAVIEST) {
            throw odd("'" + Excerpt.of(text) + "' is no weight from 0 to " + HEAVIEST);
        }
        return weight;
    }

    private static Failure odd(String why) {
        return new Failure(
                "HAProxy does not tell its servers: " + why,
                "give the socket 'level admin' in HAProxy's global section");
    }

    boolean is(Servers.Name wanted) {
        return name.equals(wanted.server())
                && wanted.backend().map(backend::equals).orElse(true);
    }
}
