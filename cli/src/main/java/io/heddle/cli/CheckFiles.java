package io.heddle.cli;

import io.heddle.report.check.CheckFormat;
import io.heddle.report.check.CheckReport;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/// The files that a check's reports go to: an option for each [CheckFormat].
final class CheckFiles {

    private final Map<CheckFormat, Path> files = new EnumMap<>(CheckFormat.class);

    /// The options, which fill this.
    CommandSpec options() {
        CommandSpec options = CommandSpec.create();
        Arrays.stream(CheckFormat.values()).map(this::option).forEach(options::addOption);
        return options;
    }

    private OptionSpec option(CheckFormat format) {
        return OptionSpec.builder(format.option())
                .paramLabel("FILE")
                .type(Path.class)
                .description(format.description())
                .getter(new File(format))
                .setter(new File(format))
                .build();
    }

    /// The value of an option: null where the user did not give it.
    private final class File implements IGetter, ISetter {

        private final CheckFormat format;

        File(CheckFormat format) {
            this.format = format;
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        public <T> @Nullable T get() {
            return (T) files.get(format);
        }

        @Override
        public <T> @Nullable T set(@Nullable T file) {
            @Nullable T before = get();
            if (file == null) {
                files.remove(format);
            } else {
                files.put(format, (Path) file);
            }
            return before;
        }
    }

    /// Where the report in this format goes; empty when nobody asked for it.
    Optional<Path> of(CheckFormat format) {
        return Optional.ofNullable(files.get(format));
    }

    /// All of them.
    List<Optional<Path>> all() {
        return Arrays.stream(CheckFormat.values()).map(this::of).toList();
    }

    /// Writes the reports that were asked for.
    void put(CheckReport report, Reports reports) {
        files.forEach((format, file) -> reports.put(Optional.of(file), () -> format.render(report)));
    }
}
