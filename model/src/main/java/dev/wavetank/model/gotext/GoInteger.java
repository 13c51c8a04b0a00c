package dev.wavetank.model.gotext;

/** What is wrong with a text that is no whole number, in the words of {@code strconv}. */
public final class GoInteger {

    private GoInteger() {}

    /**
     * The error of a text that could not be read.
     *
     * @param function that reads it: {@code ParseInt}, {@code ParseUint} or {@code Atoi}
     */
    public static String mistake(String function, String text) {
        String digits = function.equals("ParseUint") ? "[0-9]+" : "[+-]?[0-9]+";
        return "strconv." + function + ": parsing " + GoText.quoted(text) + ": "
                + (text.matches(digits) ? "value out of range" : "invalid syntax");
    }
}
