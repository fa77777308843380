package io.heddle.fix.proof;

import io.heddle.fix.edit.SourcePlan;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.Splice;
import io.heddle.fix.source.Splices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The texts of all files that some plans change.
public record Changed(Map<SourceFile, String> texts) {

    /// Applies the plans together.
    public static Changed by(List<SourcePlan> plans) {
        Map<ParsedSource, List<Splice>> splices = new LinkedHashMap<>();
        for (SourcePlan plan : plans) {
            plan.splices()
                    .forEach((source, edits) -> splices.computeIfAbsent(source, _ -> new ArrayList<>())
                            .addAll(edits));
        }
        Map<SourceFile, String> texts = new LinkedHashMap<>();
        splices.forEach((source, edits) -> {
            if (!edits.isEmpty()) {
                List<Splice> all = new ArrayList<>(edits);
                plans.stream()
                        .map(plan -> plan.imports().get(source))
                        .filter(imports -> imports != null)
                        .findFirst()
                        .ifPresent(imports -> all.addAll(imports.splices()));
                texts.put(source.file(), Splices.apply(source.file().text(), all));
            }
        });
        return new Changed(texts);
    }
}
