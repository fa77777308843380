package io.heddle.agent;

import java.io.File;

/// What Heddle asked of the agent: `mode=flip|observe,result=FILE[,threads=N]`.
///
/// @param mode what to do to the target
/// @param result file that the agent appends to
/// @param threads size that server pools are given in a platform arm; 0 leaves the target's own
public record Settings(Mode mode, File result, int threads) {

    /// Reads the agent's arguments.
    ///
    /// @throws IllegalArgumentException when they make no sense, with the reason
    static Settings parse(String arguments) {
        Mode mode = null;
        String result = "";
        int threads = 0;
        for (String argument : arguments.split(",")) {
            int equals = argument.indexOf('=');
            String key = equals < 0 ? argument : argument.substring(0, equals);
            String value = equals < 0 ? "" : argument.substring(equals + 1);
            switch (key) {
                case "mode" -> mode = mode(value);
                case "result" -> result = value;
                case "threads" -> threads = threads(value);
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
        return new Settings(mode, new File(result), threads);
    }

    private static Mode mode(String value) {
        return switch (value) {
            case "flip" -> Mode.FLIP;
            case "observe" -> Mode.OBSERVE;
            default -> throw new IllegalArgumentException("mode is '" + value + "', not flip or observe");
        };
    }

    private static int threads(String value) {
        try {
            int threads = Integer.parseInt(value);
            if (threads > 0) {
                return threads;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("threads is '" + value + "', not a number above 0");
    }
}
