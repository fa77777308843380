package io.heddle.cli.mcp;

/// An argument that a tool does not take. Its message is for the agent: what is wrong, and what would be right.
final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1;

    Refused(String message) {
        super(message);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
