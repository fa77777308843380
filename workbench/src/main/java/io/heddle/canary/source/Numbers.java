package io.heddle.canary.source;

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

    /// A status of HTTP, the last of several; 0 where there is none.
    static int status(String text) {
        String last = text.substring(Math.max(text.lastIndexOf(','), text.lastIndexOf(':')) + 1)
                .strip();
        try {
            return Integer.parseInt(last);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
