package dev.wavetank.reports;

/**
 * A duration that a run was computed with, and where it comes from.
 *
 * @param name of the setting; of a node pool's with its name before it
 * @param value as a setting is written
 * @param origin how it came about
 * @param source of a default what it comes from, of a fitted one what it was fitted to; may be empty
 */
public record Parameter(String name, String value, Origin origin, String source) {

    private static final String FITTED = " fitted to ";

    /** How a value came about. */
    public enum Origin {
        /** By wavetank fit, from what real components have measured. */
        FITTED,
        /** By the user. */
        SET,
        /** By Wavetank. */
        DEFAULT
    }

    /** A setting that somebody has given a value, which says itself whether it is fitted. */
    public static Parameter given(String name, String value) {
        int at = value.indexOf(FITTED);
        return at < 0
                ? new Parameter(name, value, Origin.SET, "")
                : new Parameter(name, value.substring(0, at), Origin.FITTED, value.substring(at + FITTED.length()));
    }
}
