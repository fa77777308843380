package io.heddle.check.services;

import io.heddle.model.Finding;

/// A method that holds a monitor, or whatever a finding names it for; or the call that it makes while it holds it.
///
/// @param line of the call; 0 where the method itself is meant
/// @param call name of the method that is called; empty where the method itself is meant
record Holder(String type, String method, String descriptor, int line, String call) {

    static Holder of(Finding finding) {
        return method(finding.type(), finding.method(), finding.descriptor());
    }

    static Holder method(String type, String method, String descriptor) {
        return new Holder(type, method, descriptor, 0, "");
    }

    /// The other way round than [#text].
    static Holder parse(String text) {
        int at = text.indexOf('@');
        int space = text.indexOf(' ', at + 1);
        String place = at < 0 ? text : text.substring(0, at);
        int descriptor = place.indexOf('(');
        int name = place.lastIndexOf('.', descriptor);
        return new Holder(
                place.substring(0, name),
                place.substring(name + 1, descriptor),
                place.substring(descriptor),
                at < 0 ? 0 : Integer.parseInt(text.substring(at + 1, space)),
                at < 0 ? "" : text.substring(space + 1));
    }

    /// As the agent's list has it.
    String text() {
        return type + "." + method + descriptor + (line == 0 ? "" : "@" + line + " " + call);
    }
}
