package io.heddle.cli.mcp;

import java.util.List;

/// Runs a command of Heddle's in this JVM.
public interface Runner {

    /// What a command printed.
    ///
    /// @param exit 0 fine, 1 findings or harm, 2 failed
    /// @param out standard output
    /// @param err standard error: why it failed
    record Ran(int exit, String out, String err) {

        boolean failed() {
            return exit > 1;
        }
    }

    /// @param words the command and its arguments
    Ran run(List<String> words);
}
