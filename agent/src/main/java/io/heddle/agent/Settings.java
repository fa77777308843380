package io.heddle.agent;

import java.io.File;

/// What Heddle asked of the agent: `mode=flip|observe,result=FILE[,threads=N][,flight=FILE][,probe=MILLIS][,limit=N]`.
///
/// @param mode what to do to the target
/// @param result file that the agent appends to
/// @param threads size that server pools are given in a platform arm; 0 leaves the target's own
/// @param flight file for a flight recording of what holds carriers, written when the JVM ends; empty for
///     none
/// @param probeMillis how often a probe virtual thread is woken; 0 for no probe
/// @param limit requests that run at once; 0 for no limit
public record Settings(Mode mode, File result, int threads, String flight, int probeMillis, int limit) {

    /// Reads the agent's arguments.
    ///
    /// @throws IllegalArgumentException when they make no sense, with the reason
    static Settings parse(String arguments) {
        Mode mode = null;
        String result = "";
        int threads = 0;
        String flight = "";
        int probeMillis = 0;
        int limit = 0;
        for (String argument : arguments.split(",")) {
            int equals = argument.indexOf('=');
            String key = equals < 0 ? argument : argument.substring(0, equals);
            String value = equals < 0 ? "" : argument.substring(equals + 1);
            switch (key) {
                case "mode" -> mode = mode(value);
                case "result" -> result = value;
                case "threads" -> threads = above0(key, value);
                case "flight" -> flight = value;
                case "probe" -> probeMillis = above0(key, value);
                case "limit" -> limit = above0(key, value);
                default -> throw new IllegalArgumentException("there is no agent argument '" + key + "'");
            }
        }
        if (mode == null) {
            throw new IllegalArgumentException("mode=flip or mode=observe is missing");
        }
        if (result.isEmpty()) {
            throw new IllegalArgumentException("result=FILE is missing");
        }
        if (threads > 0 && mode == Mode.FLIP) {
            throw new IllegalArgumentException("threads=N is for mode=observe only");
        }
        return new Settings(mode, new File(result), threads, flight, probeMillis, limit);
    }

    private static Mode mode(String value) {
        return switch (value) {
            case "flip" -> Mode.FLIP;
            case "observe" -> Mode.OBSERVE;
            default -> throw new IllegalArgumentException("mode is '" + value + "', not flip or observe");
        };
    }

    private static int above0(String key, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(key + " is '" + value + "', not a number above 0");
    }
}
