package dev.wavetank.sim.trace;

/** Cuts what records say to a length that people can read in a line. Every cut shows as {@code ...}. */
public final class ShortText {

    /** How many characters of one field's value are shown. */
    public static final int LONGEST_VALUE = 60;

    private ShortText() {}

    /** The value of a field on one line, cut after {@link #LONGEST_VALUE} characters. */
    public static String ofValue(String value) {
        return cut(value.replaceAll("\\s+", " "), LONGEST_VALUE);
    }

    /** The text, cut where it is longer than that many characters, of which there must be three at least. */
    public static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest - 3) + "...";
    }
}
