package io.heddle.maven;

import io.heddle.model.Failure;
import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.model.Model;
import org.apache.maven.model.building.DefaultModelBuilderFactory;
import org.apache.maven.model.building.ModelBuilder;
import org.apache.maven.model.building.ModelBuildingRequest;
import org.apache.maven.model.building.ModelProblemCollector;
import org.apache.maven.model.interpolation.ModelInterpolator;
import org.apache.maven.model.io.DefaultModelReader;
import org.apache.maven.model.io.ModelReader;
import org.apache.maven.model.io.xpp3.MavenXpp3Writer;
import org.codehaus.plexus.interpolation.reflection.ReflectionValueExtractor;
import org.eclipse.aether.supplier.RepositorySystemSupplier;

/// Maven's resolver, for poms that anybody may have written: the text of a pom, and what its properties make of it, are
/// bounded. Thirty properties, each of which names the one before it twice, stand for a text of 2 GiB.
final class BoundedPoms extends RepositorySystemSupplier {

    /// Bytes of one pom. Those of the largest frameworks have some 200 kB.
    private static final int FILE = 8 << 20;
    /// Characters of a pom whose properties are replaced, parents included.
    private static final long INTERPOLATED = 32L << 20;

    /// Properties that name each other, one within the other: Maven reads each within the call that reads the one
    /// around
    /// it.
    private static final int DEEPEST = 500;

    private static final Pattern OWN = Pattern.compile("(?:project|pom)\\.(.+)");
    private static final Pattern REFERENCE = Pattern.compile("[$@]\\{([^{}]*)}");

    @Override
    protected ModelBuilder createModelBuilder() {
        return new DefaultModelBuilderFactory() {

            @Override
            protected ModelReader newModelReader() {
                return new Reader();
            }

            @Override
            protected ModelInterpolator newModelInterpolator() {
                return new Interpolator(super.newModelInterpolator());
            }
        }.newInstance();
    }

    private static Failure tooLarge(String pom, String what) {
        return new Failure(pom + " " + what, "name the jar itself, or leave that artifact out");
    }

    private static final class Reader extends DefaultModelReader {

        @Override
        public Model read(File input, Map<String, ?> options) throws IOException {
            if (input.length() > FILE) {
                throw tooLarge(input.toString(), "has more than " + (FILE >> 20) + " MiB");
            }
            return super.read(input, options);
        }

        @Override
        public Model read(InputStream input, Map<String, ?> options) throws IOException {
            return super.read(new Bounded(input), options);
        }
    }

    private static final class Bounded extends FilterInputStream {

        private long left = FILE;

        Bounded(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return took(super.read(), 1);
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            return took(read, read);
        }

        private int took(int result, int bytes) {
            left -= result < 0 ? 0 : bytes;
            if (left < 0) {
                throw tooLarge("a pom", "has more than " + (FILE >> 20) + " MiB");
            }
            return result;
        }
    }

    /// Counts what the properties of a pom make of it before they are replaced.
    private record Interpolator(ModelInterpolator maven) implements ModelInterpolator {

        @Override
        public Model interpolateModel(
                Model model, File folder, ModelBuildingRequest request, ModelProblemCollector problems) {
            if (new Lengths(model).of(written(model)) > INTERPOLATED) {
                throw tooLarge(
                        "the pom of " + model.getId(),
                        "has properties that stand for a text of more than " + (INTERPOLATED >> 20)
                                + " MiB, or name each other more than " + DEEPEST + " deep");
            }
            return maven.interpolateModel(model, folder, request, problems);
        }

        private static String written(Model model) {
            StringWriter text = new StringWriter();
            try {
                new MavenXpp3Writer().write(text, model);
            } catch (IOException e) {
                throw new IllegalStateException("a string takes any text", e);
            }
            return text.toString();
        }
    }

    /// How long texts are whose properties are replaced.
    private static final class Lengths {

        private final Model model;
        private final Map<String, Long> known = new HashMap<>();
        private int depth;

        Lengths(Model model) {
            this.model = model;
        }

        /// Characters, [Long#MAX_VALUE] where there are more. A property that stands for itself is left as it is.
        long of(String text) {
            long length = text.length();
            Matcher reference = REFERENCE.matcher(text);
            while (reference.find()) {
                length = sum(length, ofProperty(reference.group(1)));
            }
            return length;
        }

        private long ofProperty(String name) {
            Long length = known.get(name);
            if (length != null) {
                return length;
            }
            // Until it is known it counts nothing: a circle ends here.
            known.put(name, 0L);
            depth++;
            long found = depth > DEEPEST ? Long.MAX_VALUE : of(value(name));
            depth--;
            known.put(name, found);
            return found;
        }

        // Its own properties, and what it says of itself, as in `project.version`.
        private String value(String name) {
            String property = model.getProperties().getProperty(name);
            if (property != null) {
                return property;
            }
            Matcher own = OWN.matcher(name);
            try {
                Object said = own.matches() ? ReflectionValueExtractor.evaluate(own.group(1), model, false) : null;
                return said instanceof String text ? text : "";
            } catch (Exception none) {
                // It names nothing, and Maven leaves it as it is.
                return "";
            }
        }

        private static long sum(long one, long other) {
            return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
        }
    }
}
