package io.heddle.analysis.models;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Names;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells which stream code of the JDK reads that it is given, where that code is not followed: parsers of XML, readers
/// of images, keys and certificates.
public final class GivenStreams {

    private static final Set<String> INPUTS = Set.of("Ljava/io/InputStream;", "Ljava/io/Reader;");
    private static final Set<String> SOURCES = Names.of("streams", "holds a stream to read");

    private GivenStreams() {}

    /// The stream that a call reads which it is given, itself or in an object made for that; null where it is given
    /// none. Whether the call is followed is not asked.
    public static @Nullable AbstractValue of(CallSite call) {
        if (!call.declared().isJdk()
                || call.makesObject()
                || call.caller().owner().isJdk()) {
            return null;
        }
        List<String> parameters = call.signature().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            AbstractValue argument = AbstractValue.bare(call.argument(i));
            if (INPUTS.contains(parameters.get(i))) {
                return argument;
            }
            if (SOURCES.contains(parameters.get(i))
                    && argument instanceof AbstractValue.New made
                    && made.constructor() != null
                    && made.constructor().parameters().stream().anyMatch(INPUTS::contains)) {
                return made.arguments().getFirst();
            }
        }
        return null;
    }
}
