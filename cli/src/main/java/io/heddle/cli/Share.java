package io.heddle.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A share as people write it: `5%` or `0.05`; above 0 and at most 50 %.
final class Share implements ITypeConverter<Double> {

    @Override
    public Double convert(String text) {
        try {
            double share = text.endsWith("%")
                    ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
                    : Double.parseDouble(text);
            if (share > 0 && share <= 0.5) {
                return share;
            }
        } catch (NumberFormatException said) {
            // the same sentence serves
        }
        throw new TypeConversionException("'" + text + "' is no share: write 5% or 0.05, at most 50%");
    }
}
