package dev.wavetank.model.gotext;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is wrong with a text that is no instant, in the words of Go's {@code time.Parse}. */
public final class GoTime {
    /** The layout of whole seconds: {@code time.RFC3339}. */
    public static final String SECONDS = "2006-01-02T15:04:05Z07:00";
    /** The layout with six decimals: {@code metav1.RFC3339Micro}. */
    public static final String MICROS = "2006-01-02T15:04:05.000000Z07:00";

    /** The elements of Go's reference time, and what stands for each; a fraction is optional when not asked for. */
    private static final List<String> ELEMENTS =
            List.of("2006", "-", "01", "-", "02", "T", "15", ":", "04", ":", "05", ".000000", "Z07:00");

    /** How most instants look; zeros stand for digits. */
    private static final String USUAL = "0000-00-00T00:00:00Z";

    private static final String FRACTION = ".000000";
    private static final Pattern ZONE = Pattern.compile("Z|[-+][0-9]{2}:[0-9]{2}");
    private static final Pattern SIX_DIGITS = Pattern.compile("\\.[0-9]{6}");
    /** For each element, in the layout without a fraction. */
    private static final List<Pattern> PATTERNS =
            ELEMENTS.stream().map(GoTime::pattern).toList();

    private GoTime() {}

    /** What is wrong with the text under this layout, if anything is. */
    public static Optional<String> mistake(String text, String layout) {
        if (layout.equals(SECONDS) && isUsual(text)) {
            return outOfRange(text).map(part -> "parsing time \"" + text + "\": " + part + " out of range");
        }
        String rest = text;
        for (int i = 0; i < ELEMENTS.size(); i++) {
            Matcher matcher = pattern(i, layout).matcher(rest);
            if (!matcher.lookingAt()) {
                return Optional.of("parsing time \"" + text + "\" as \"" + layout + "\": cannot parse \"" + rest
                        + "\" as \"" + ELEMENTS.get(i) + "\"");
            }
            rest = rest.substring(matcher.end());
        }
        if (!rest.isEmpty()) {
            return Optional.of("parsing time \"" + text + "\": extra text: \"" + rest + "\"");
        }
        return outOfRange(text).map(part -> "parsing time \"" + text + "\": " + part + " out of range");
    }

    /** Whether it looks as the server itself writes seconds. */
    private static boolean isUsual(String text) {
        if (text.length() != USUAL.length()) {
            return false;
        }
        for (int i = 0; i < USUAL.length(); i++) {
            char c = text.charAt(i);
            char like = USUAL.charAt(i);
            if (like == '0' ? c < '0' || c > '9' : c != like) {
                return false;
            }
        }
        return true;
    }

    private static Pattern pattern(int element, String layout) {
        return layout.equals(MICROS) && ELEMENTS.get(element).equals(FRACTION) ? SIX_DIGITS : PATTERNS.get(element);
    }

    private static Pattern pattern(String element) {
        if (element.equals(FRACTION)) {
            return Pattern.compile("([.,][0-9]+)?");
        }
        if (element.equals("Z07:00")) {
            return ZONE;
        }
        boolean digits = Character.isDigit(element.charAt(0));
        return Pattern.compile(digits ? "[0-9]{" + element.length() + "}" : element);
    }

    private static Optional<String> outOfRange(String text) {
        int month = Integer.parseInt(text.substring(5, 7));
        if (month < 1 || month > 12) {
            return Optional.of("month");
        }
        if (Integer.parseInt(text.substring(11, 13)) > 23) {
            return Optional.of("hour");
        }
        if (Integer.parseInt(text.substring(14, 16)) > 59) {
            return Optional.of("minute");
        }
        if (Integer.parseInt(text.substring(17, 19)) > 59) {
            return Optional.of("second");
        }
        try {
            LocalDate.of(Integer.parseInt(text.substring(0, 4)), month, Integer.parseInt(text.substring(8, 10)));
            return Optional.empty();
        } catch (DateTimeException e) {
            return Optional.of("day");
        }
    }
}
