package io.heddle.fix.rewrite;

import com.sun.source.tree.VariableTree;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.fix.edit.Declarations;
import io.heddle.fix.edit.NoEdit;
import io.heddle.fix.edit.PatchContext;
import io.heddle.fix.lock.Conditions;
import io.heddle.fix.lock.Program;
import io.heddle.fix.lock.SourceSites;
import io.heddle.fix.source.ParsedSource;
import io.heddle.model.Finding;
import io.heddle.model.Refusal;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What every rewriter works with.
record Workbench(Program program, Conditions conditions, SourceSites sites, PatchContext patch) {

    static String name(Field field) {
        return field.owner().binaryName() + "." + field.name();
    }

    /// The source of a class, where it may be edited.
    ///
    /// @throws NoEdit when it is not known, or written by a generator
    ParsedSource editable(Type owner) {
        ParsedSource source = sites.source(owner)
                .orElseThrow(() ->
                        new NoEdit(Refusal.SOURCE_MISSING, "the source of " + owner.binaryName() + " is not known"));
        SourceSites.generated(source.file()).ifPresent(why -> {
            throw new NoEdit(why.refusal(), why.why());
        });
        return source;
    }

    /// A name that means nothing yet in a file.
    ///
    /// @param owner the class that will have it
    String name(String wish, ParsedSource source, Type owner) {
        return patch.names().like(wish, List.of(source), List.of(owner));
    }

    /// The calls that the method of a finding makes at its line.
    Stream<CallSite> callsAt(Finding finding) {
        return program.type(finding.type()).methods().stream()
                .filter(method -> method.signature().name().equals(finding.method())
                        && method.signature().descriptor().equals(finding.descriptor()))
                .flatMap(method -> program.facts(method).calls().stream())
                .filter(call -> call.line() == finding.line());
    }

    static Predicate<Field> of(String type) {
        return field -> field.descriptor().equals("L" + type + ";");
    }

    /// The field of the class of a finding whose declaration is at its line.
    ///
    /// @param wanted which of several it may be
    Optional<Field> fieldAt(Finding finding, Predicate<Field> wanted) {
        Type owner = program.type(finding.type());
        return sites.source(owner)
                .flatMap(source -> owner.fields().stream()
                        .filter(wanted)
                        .filter(field -> isAt(source, field, finding.line()))
                        .findFirst());
    }

    private static boolean isAt(ParsedSource source, Field field, int line) {
        return Declarations.of(source, field.owner()).stream()
                .flatMap(type -> type.getMembers().stream())
                .anyMatch(member -> member instanceof VariableTree variable
                        && variable.getName().contentEquals(field.name())
                        && source.line(source.start(variable)) <= line
                        && line <= source.line(source.end(variable)));
    }

    /// All calls on the object of a field, lambda bodies included.
    List<CallSite> callsOn(Program of, Field field) {
        return of.methods().stream()
                .flatMap(method -> of.facts(method).calls().stream())
                .filter(call -> isOf(of, call.receiver(), field))
                .toList();
    }

    /// Whether a value is read from a field of this name and class, in whichever program.
    static boolean isOf(Program of, AbstractValue value, Field field) {
        Field read = of.reader().field(value);
        return read != null
                && read.name().equals(field.name())
                && read.owner().name().equals(field.owner().name());
    }

    /// What a field is set to, everywhere.
    List<AbstractValue> written(Field field) {
        return program.methods().stream()
                .flatMap(method -> program.facts(method).writes().stream())
                .filter(write -> write.field() == field)
                .map(MethodFacts.Write::value)
                .map(AbstractValue::bare)
                .toList();
    }

    /// @throws NoEdit when other code than that of its file may use a field, or see its type
    void requirePrivate(Field field) {
        if (!field.is(AccessFlag.PRIVATE) || !field.is(AccessFlag.FINAL)) {
            throw new NoEdit(Refusal.USED_OTHERWISE, name(field) + " is not private and final: its uses are not known");
        }
        if (!field.is(AccessFlag.STATIC) && !field.is(AccessFlag.TRANSIENT)) {
            conditions.constructorSkipped(field.owner()).ifPresent(why -> {
                throw new NoEdit(why.refusal(), why.why());
            });
        }
    }

    /// The method of a lambda or method reference; empty where a value is none.
    Stream<MethodFacts> lambda(Method maker, AbstractValue value) {
        return AbstractValue.bare(value) instanceof AbstractValue.New made
                        && made.type().isLambda()
                ? program.facts(maker).stubs().stream()
                        .filter(stub -> stub.method().owner() == made.type())
                        .map(MethodFacts.LambdaStub::facts)
                : Stream.empty();
    }
}
