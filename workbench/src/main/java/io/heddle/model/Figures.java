package io.heddle.model;

import java.util.Locale;

/// Figures as people read them: three digits that mean something, always with a unit.
public final class Figures {

    /// An interval that reaches further than this many times the estimate says nothing.
    private static final double WIDEST = 100;

    private Figures() {}

    /// @param perSecond requests a second
    /// @return such as `198/s`, `1,317/s`, `0.42/s`
    public static String rate(double perSecond) {
        return number(perSecond) + "/s";
    }

    /// @param millis milliseconds
    /// @return such as `101 ms`, `7.43 ms`, `2.02 s`
    public static String millis(double millis) {
        return millis >= 1_000 ? number(millis / 1_000) + " s" : number(millis) + " ms";
    }

    /// @param ratio such as 1.934
    /// @return such as `1.93×`
    public static String times(double ratio) {
        return String.format(Locale.ROOT, "%.2f×", ratio);
    }

    /// An estimate with its interval, such as `1.93× [1.88–1.99]`; says so where there is no interval.
    public static String times(Ratio ratio) {
        if (ratio.high() == Double.POSITIVE_INFINITY) {
            return times(ratio.estimate()) + " [no interval from one JVM an arm]";
        }
        return ratio.high() > WIDEST * ratio.estimate()
                ? times(ratio.estimate()) + " [from so few JVMs no useful interval]"
                : String.format(Locale.ROOT, "%.2f× [%.2f–%.2f]", ratio.estimate(), ratio.low(), ratio.high());
    }

    /// @param value any finite number
    /// @return three significant digits, whole from 100 on, thousands apart
    public static String number(double value) {
        double size = Math.abs(value);
        int digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
