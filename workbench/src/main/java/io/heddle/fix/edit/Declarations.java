package io.heddle.fix.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.VariableTree;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Type;
import io.heddle.fix.source.ParsedSource;
import io.heddle.model.Refusal;
import java.util.List;
import java.util.Optional;

/// Where a source declares what the byte code has.
public final class Declarations {

    private Declarations() {}

    /// A class; empty for local and anonymous ones.
    public static Optional<ClassTree> of(ParsedSource source, Type type) {
        return source.type(type.name().substring(type.name().lastIndexOf('/') + 1));
    }

    /// A field, whose declaration declares nothing else.
    ///
    /// @param owner the class that declares it
    /// @param name of the field in a sentence
    /// @throws NoEdit when there is none, or one that declares several fields
    public static VariableTree alone(ParsedSource source, ClassTree owner, Field field, String name) {
        List<VariableTree> fields = owner.getMembers().stream()
                .filter(VariableTree.class::isInstance)
                .map(VariableTree.class::cast)
                .toList();
        VariableTree declared = fields.stream()
                .filter(variable -> variable.getName().contentEquals(field.name()))
                .findFirst()
                .orElseThrow(() -> new NoEdit(Refusal.SOURCE_DIFFERS, "the source does not declare " + name));
        if (fields.stream()
                .anyMatch(other ->
                        other != declared && source.start(other.getType()) == source.start(declared.getType()))) {
            throw new NoEdit(Refusal.NO_FIELD_HERE, name + " shares its declaration with other fields");
        }
        return declared;
    }
}
