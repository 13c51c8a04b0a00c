package dev.wavetank.model.kubelet.cri.process.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code printf} and {@code echo -e} print. */
public final class Printf {

    private static final Pattern PLACE =
            Pattern.compile("%(?:%|([-0 ]*)([0-9]{0,3})(?:\\.([0-9]{1,3}))?([sdiuxXocb]))");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern ESCAPE =
            Pattern.compile("\\\\(0[0-7]{0,3}|[0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)", Pattern.DOTALL);

    private Printf() {}

    /** The text; empty when it is not understood. The format is used again as long as there are arguments. */
    public static Optional<String> of(String format, List<String> arguments) {
        List<String> left = new ArrayList<>(arguments);
        StringBuilder text = new StringBuilder();
        do {
            int before = left.size();
            if (!once(format, left, text)) {
                return Optional.empty();
            }
            if (left.size() == before) {
                break;
            }
        } while (!left.isEmpty());
        return Optional.of(text.toString());
    }

    private static boolean once(String format, List<String> left, StringBuilder text) {
        Matcher place = PLACE.matcher(format);
        int from = 0;
        for (int at = format.indexOf('%'); at >= 0; at = format.indexOf('%', from)) {
            text.append(unescaped(format.substring(from, at)));
            if (!place.region(at, format.length()).lookingAt()) {
                return false;
            }
            from = place.end();
            if (place.group(4) == null) {
                text.append('%');
                continue;
            }
            String argument = left.isEmpty() ? "" : left.remove(0);
            Optional<String> value = value(place.group(4), argument, place.group(3));
            if (value.isEmpty()) {
                return false;
            }
            text.append(padded(value.get(), place.group(1), place.group(2)));
        }
        text.append(unescaped(format.substring(from)));
        return true;
    }

    private static Optional<String> value(String kind, String argument, String precision) {
        int length = precision == null ? Integer.MAX_VALUE : Integer.parseInt(precision);
        switch (kind) {
            case "s":
                return Optional.of(argument.substring(0, Math.min(length, argument.length())));
            case "b":
                return Optional.of(unescaped(argument));
            case "c":
                return Optional.of(argument.isEmpty() ? "" : argument.substring(0, 1));
            default:
                String written = argument.isEmpty() ? "0" : argument;
                if (!NUMBER.matcher(written).matches() || precision != null) {
                    return Optional.empty();
                }
                long number = Long.parseLong(written);
                return Optional.of(
                        switch (kind) {
                            case "x" -> Long.toHexString(number);
                            case "X" -> Long.toHexString(number).toUpperCase(Locale.ROOT);
                            case "o" -> Long.toOctalString(number);
                            default -> Long.toString(number);
                        });
        }
    }

    private static String padded(String value, String flags, String width) {
        int missing = (width.isEmpty() ? 0 : Integer.parseInt(width)) - value.length();
        if (missing <= 0) {
            return value;
        }
        if (flags.contains("-")) {
            return value + " ".repeat(missing);
        }
        boolean zeros = flags.contains("0") && NUMBER.matcher(value).matches();
        return zeros && value.startsWith("-")
                ? "-" + "0".repeat(missing) + value.substring(1)
                : (zeros ? "0" : " ").repeat(missing) + value;
    }

    /** A text with what its escape sequences stand for. */
    public static String unescaped(String text) {
        return ESCAPE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(sign(found.group(1), found.group())));
    }

    private static String sign(String escape, String written) {
        if (escape.matches("[0-7]+")) {
            return String.valueOf((char) (Integer.parseInt(escape, 8) & 0xff));
        }
        if (escape.startsWith("x") && escape.length() > 1) {
            return String.valueOf((char) Integer.parseInt(escape.substring(1), 16));
        }
        return switch (escape) {
            case "n" -> "\n";
            case "t" -> "\t";
            case "r" -> "\r";
            case "a" -> "\007";
            case "e" -> "\033";
            case "\\" -> "\\";
            case "\"" -> "\"";
            default -> written;
        };
    }
}
