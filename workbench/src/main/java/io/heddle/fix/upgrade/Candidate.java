package io.heddle.fix.upgrade;

import io.heddle.fix.build.VersionEdit;
import io.heddle.model.Finding;
import java.util.List;
import java.util.Set;

/// A release that may be offered: it links, and findings are gone with it.
///
/// @param gone fingerprints of all findings that are gone with it, of whichever library
/// @param fresh what is new with it, none of it worse
record Candidate(Service.Change change, List<VersionEdit> edits, Set<String> gone, List<Finding> fresh) {}
