package io.heddle.model;

import java.util.List;

/// What threads keep in memory, counted in a full histogram of the heap after a collection.
///
/// @param virtualThreads that are alive, or that something still refers to
/// @param platformThreads that are alive: some of the maps are theirs
/// @param maps thread-local maps of all threads, inherited ones among them
/// @param mapBytes of these maps, their entries and tables, without the values
/// @param stackBytes of virtual threads that wait
/// @param tookMillis how long it took; the process stood still for most of it
/// @param largest classes by bytes, the largest first: values of thread-locals are among them if they matter
public record ThreadMemory(
        long virtualThreads,
        long platformThreads,
        long maps,
        long mapBytes,
        long stackBytes,
        double tookMillis,
        List<Row> largest) {

    /// One class.
    ///
    /// @param type as people write it, such as `byte[]`
    public record Row(String type, long count, long bytes) {}
}
