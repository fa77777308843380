package io.heddle.lab.bench;

import io.heddle.model.Figures;
import io.heddle.race.load.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What one case gave.
///
/// @param measured the figure
/// @param unit such as `req/s` or `ms`
/// @param limit what it cannot pass
/// @param also other figures and words by name, in the order in which they are shown
/// @param remarks sentences: what it means, and what speaks against it
/// @param disturbed whether others used the machine meanwhile: an order of speeds that then does not show is
///     not broken
public record Outcome(
        double measured,
        String unit,
        Optional<Limit> limit,
        Map<String, String> also,
        List<String> remarks,
        boolean disturbed) {

    /// How remarks begin after which a figure shows nothing.
    private static final List<String> GRAVE = List.of(Measurement.WRONG, Measurement.NOT_SETTLED);

    public Outcome {
        also = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(also));
        remarks = List.copyOf(remarks);
    }

    public static Outcome of(double measured, String unit) {
        return new Outcome(measured, unit, Optional.empty(), Map.of(), List.of(), false);
    }

    /// The figure with its unit, as people read it; a small count has no decimals.
    public String figure() {
        boolean count = measured == Math.rint(measured) && measured < 100;
        return (count ? String.valueOf(Math.round(measured)) : Figures.number(measured)) + " " + unit;
    }

    public Outcome within(Limit bound) {
        return new Outcome(measured, unit, Optional.of(bound), also, remarks, disturbed);
    }

    public Outcome also(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(also);
        more.put(name, value);
        return new Outcome(measured, unit, limit, more, remarks, disturbed);
    }

    public Outcome remark(String sentence) {
        List<String> more = new ArrayList<>(remarks);
        if (!sentence.isBlank()) {
            more.add(sentence);
        }
        return new Outcome(measured, unit, limit, also, more, disturbed);
    }

    /// Whether conclusions may be drawn from it, as far as the load generator's own account goes: it accounts for
    /// itself, and had settled.
    public boolean isEvidence() {
        return remarks.stream().noneMatch(remark -> GRAVE.stream().anyMatch(remark::startsWith));
    }

    /// The same, taken while others used the machine.
    ///
    /// @param sentence what was seen
    public Outcome disturbed(String sentence) {
        Outcome said = remark(sentence);
        return new Outcome(measured, unit, limit, also, said.remarks(), true);
    }
}
