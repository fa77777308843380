package io.heddle.check.services;

import io.heddle.model.Finding;

/// A method that holds a monitor, or whatever a finding names it for.
record Holder(String type, String method, String descriptor) {

    static Holder of(Finding finding) {
        return new Holder(finding.type(), finding.method(), finding.descriptor());
    }

    /// The other way round than [#line].
    static Holder parse(String line) {
        int descriptor = line.indexOf('(');
        int name = line.lastIndexOf('.', descriptor);
        return new Holder(line.substring(0, name), line.substring(name + 1, descriptor), line.substring(descriptor));
    }

    /// As the agent's list has it.
    String line() {
        return type + "." + method + descriptor;
    }
}
