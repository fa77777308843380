package io.heddle.agent.program;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;

/// One request to a test service, as whatever server hands it over.
interface Call {

    String path();

    /// What was uploaded.
    Reader in() throws IOException;

    /// Sends the answer's beginning; called once, before [#out].
    ///
    /// @param length bytes that follow; below 0 when the answer is streamed
    void begin(int status, String header, String value, int length) throws IOException;

    /// The answer's body, one byte a character.
    PrintWriter out() throws IOException;

    /// Goes on with the request on another thread and ends it there; at once where the server knows no such thing.
    void later(Runnable rest) throws IOException;

    /// Sends the request through the server's handlers once more, from another thread.
    ///
    /// @return false when it has come back that way, and where the server knows no such thing
    default boolean again() {
        return false;
    }
}
