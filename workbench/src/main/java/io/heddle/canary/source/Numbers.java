package io.heddle.canary.source;

import io.heddle.canary.source.LineFormat.Unreadable;
import java.math.BigDecimal;

/// Numbers as logs write them.
final class Numbers {

    private Numbers() {}

    /// A number, or the sum of several: nginx names each server that it has tried, as in `0.001, 0.012`.
    ///
    /// @return not a number where there is none, as in `-`
    static double sum(String text) {
        double sum = 0;
        boolean any = false;
        for (String part :
                text.indexOf(',') < 0 && text.indexOf(':') < 0 ? new String[] {text} : text.split("[,:]", -1)) {
            try {
                double number = Double.parseDouble(part);
                sum += number;
                any = true;
            } catch (NumberFormatException e) {
                // one that was not reached
            }
        }
        return any ? sum : Double.NaN;
    }

    /// A status of HTTP, the last of several; 0 where there is none, as in `-`.
    ///
    /// @throws Unreadable where that is neither a whole number nor none
    static int status(String text) throws Unreadable {
        String last = text.substring(Math.max(text.lastIndexOf(','), text.lastIndexOf(':')) + 1)
                .strip();
        if (last.isEmpty() || last.equals("-") || last.equals("null")) {
            return 0;
        }
        try {
            return new BigDecimal(last).intValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new Unreadable("its status is none of HTTP");
        }
    }
}
