package dev.wavetank.model.kubelet.cri.process.text;

import java.util.regex.Pattern;

/** Patterns of a shell, in which {@link #ANY} and {@link #ONE} stand for what is not in quotes. */
public final class Glob {

    /** In place of a star that is not in quotes: any text. */
    public static final char ANY = '\4';

    /** In place of a question mark that is not in quotes: one sign. */
    public static final char ONE = '\5';

    /** In place of a bracket that is not in quotes and begins a set of signs. */
    public static final char SET = '\6';

    private Glob() {}

    /** Whether a word has signs of a pattern. */
    public static boolean isPattern(String word) {
        return word.indexOf(ANY) >= 0 || word.indexOf(ONE) >= 0 || word.indexOf(SET) >= 0;
    }

    /** The word as it is written. */
    public static String plain(String word) {
        return word.replace(ANY, '*').replace(ONE, '?').replace(SET, '[');
    }

    /** Whether a text fits a pattern as a whole. */
    public static boolean matches(String pattern, String text) {
        return Pattern.compile(expression(pattern, true), Pattern.DOTALL)
                .matcher(text)
                .matches();
    }

    /**
     * A text without what fits the pattern at one of its ends.
     *
     * @param atStart whether the beginning goes
     * @param longest whether as much as can goes
     */
    public static String without(String text, String pattern, boolean atStart, boolean longest) {
        if (atStart) {
            return Pattern.compile("^(?:" + expression(pattern, longest) + ")", Pattern.DOTALL)
                    .matcher(text)
                    .replaceFirst("");
        }
        // The shortest end is the one that begins last.
        for (int i = 0; i <= text.length(); i++) {
            int from = longest ? i : text.length() - i;
            if (matches(pattern, text.substring(from))) {
                return text.substring(0, from);
            }
        }
        return text;
    }

    private static String expression(String pattern, boolean greedy) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char next = pattern.charAt(i);
            int end = next == SET ? pattern.indexOf(']', i + 2) : -1;
            if (end > 0) {
                String signs = pattern.substring(i + 1, end)
                        .replace("\\", "\\\\")
                        .replace("[", "\\[")
                        .replace("&", "\\&");
                text.append('[')
                        .append(signs.startsWith("!") ? "^" + signs.substring(1) : signs)
                        .append(']');
                i = end;
            } else {
                String any = greedy ? ".*" : ".*?";
                String one = Pattern.quote(String.valueOf(next == SET ? '[' : next));
                text.append(next == ANY ? any : next == ONE ? "." : one);
            }
        }
        return text.toString();
    }
}
