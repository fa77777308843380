package io.heddle.check.services;

import io.heddle.model.Finding;

/// A method that a finding names as the one that holds.
record Holder(String type, String method, String descriptor) {

    static Holder of(Finding finding) {
        return new Holder(finding.type(), finding.method(), finding.descriptor());
    }

    /// As the agent's list has it.
    String line() {
        return type + "." + method + descriptor;
    }
}
