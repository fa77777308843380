package io.heddle.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A published experiment, to be run again: one folder with this class, the programs it runs in other JVMs, and
/// `page.md`: what was claimed, what is found, why.
public interface Experiment {

    /// What it is called on the command line.
    String name();

    /// What it answers, one line.
    String question();

    /// Where the claim was published.
    String source();

    /// The components with their pinned versions, as Maven coordinates or words.
    List<String> versions();

    /// What is to be run, in order.
    List<Case> cases(Plan plan);

    /// What must hold on any machine.
    List<Expectation> judge(Plan plan, Rows rows);

    /// What was published, and what these rows say of it; at least one.
    List<Claim> claims(Rows rows);

    /// Curves of rows that differ in one number; empty where there are none.
    default List<Plot> plots(Rows rows) {
        return List.of();
    }

    /// What was claimed, what is found, why: Markdown.
    default String page() {
        try (InputStream in = getClass().getResourceAsStream("page.md")) {
            if (in == null) {
                throw new IllegalStateException(name() + " has no page.md beside its class");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
