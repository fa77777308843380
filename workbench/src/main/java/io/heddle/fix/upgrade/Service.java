package io.heddle.fix.upgrade;

import io.heddle.check.CheckOptions;
import io.heddle.fix.build.Library;
import io.heddle.fix.build.VersionEdit;
import io.heddle.model.Refused;
import java.util.List;
import java.util.Optional;

/// What is checked, as a thing whose libraries can be others.
interface Service extends AutoCloseable {

    /// The options of a check of it as it is.
    CheckOptions options();

    /// With other releases of some libraries.
    ///
    /// @param changes what to change; each release is one that a repository lists
    Sought with(List<Change> changes);

    /// Parents and the like, which bring releases of many libraries.
    List<Library> bundles();

    @Override
    void close();

    /// Another release of a library or of a bundle.
    record Change(Library library, String release) {}

    /// The service with other libraries, or why it cannot be had.
    ///
    /// @param edits of its build; empty where it has none
    record Sought(Optional<CheckOptions> options, List<VersionEdit> edits, Optional<Refused> refused) {

        static Sought of(CheckOptions options, List<VersionEdit> edits) {
            return new Sought(Optional.of(options), edits, Optional.empty());
        }

        static Sought not(Refused refused) {
            return new Sought(Optional.empty(), List.of(), Optional.of(refused));
        }
    }
}
