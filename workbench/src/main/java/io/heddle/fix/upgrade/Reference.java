package io.heddle.fix.upgrade;

import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.util.LinkedHashSet;
import java.util.Set;

/// What a class names of another one: the class, a method or a field.
///
/// @param owner internal name of the class
/// @param member empty for the class itself
/// @param descriptor empty for the class itself
record Reference(String owner, String member, String descriptor, boolean isField) {

    /// All references of a class file to classes and their members; those to arrays are left out.
    ///
    /// @throws RuntimeException of any kind when the file is damaged
    static Set<Reference> of(byte[] bytes) {
        Set<Reference> references = new LinkedHashSet<>();
        ClassFile.of().parse(bytes).constantPool().forEach(entry -> {
            switch (entry) {
                case MemberRefEntry reference ->
                    references.add(new Reference(
                            reference.owner().asInternalName(),
                            reference.name().stringValue(),
                            reference.type().stringValue(),
                            reference instanceof FieldRefEntry));
                case ClassEntry type -> references.add(new Reference(type.asInternalName(), "", "", false));
                default -> {
                    // Names no class.
                }
            }
        });
        references.removeIf(reference -> reference.owner.startsWith("["));
        return references;
    }

    boolean isClass() {
        return member.isEmpty();
    }

    @Override
    public String toString() {
        String name = owner.replace('/', '.');
        return isClass() ? name : name + "." + member + (isField ? "" : descriptor);
    }
}
