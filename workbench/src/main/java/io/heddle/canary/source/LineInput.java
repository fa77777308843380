package io.heddle.canary.source;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Where lines come from.
interface LineInput extends AutoCloseable {

    /// The next line that is here already, without its end.
    Optional<String> line();

    /// What is left when nothing more comes: a last line without an end.
    Optional<String> rest();

    /// More is sure to come, or its end: a pipe that is still open.
    boolean awaited();

    List<String> notes();

    /// Where the line begins that comes next.
    void save(DataOutput out) throws IOException;

    void restore(DataInput in) throws IOException;

    @Override
    void close();
}
