package io.heddle.agent.runtime;

/// One line for the result file, put into words later, on the agent's own thread.
public interface Report {

    /// Writes the line's kind and members, without its end.
    void write(JsonWriter json);
}
