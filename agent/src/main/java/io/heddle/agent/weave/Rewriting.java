package io.heddle.agent.weave;

import io.heddle.agent.Settings;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/// One class going through its hook.
public final class Rewriting {

    private Rewriting() {}

    /// Rewrites the class.
    ///
    /// @param original the class file
    /// @return the new class file
    /// @throws Refused when the shape is not the known one
    public static byte[] of(byte[] original, Hook hook, Settings settings) {
        ClassReader reader = new ClassReader(original);
        Shape shape = Shape.of(reader);
        hook.check(shape);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(hook.weave(shape, settings, writer), 0);
        return writer.toByteArray();
    }
}
