package dev.wavetank.model.kubelet.cri.process.text;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Regular expressions of POSIX, basic and extended, as patterns of Java. */
final class RegularExpression {

    /** These mean something in an extended expression by themselves, and in a basic one after a backslash. */
    private static final String EXTENDED = "+?(){}|";

    private static final Pattern CLASS = Pattern.compile("\\[:(\\w+):]");

    private RegularExpression() {}

    /** The pattern; empty when it is not understood. */
    static Optional<Pattern> of(String expression, boolean isExtended, int flags) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < expression.length(); i++) {
            char next = expression.charAt(i);
            if (next == '\\' && i + 1 < expression.length()) {
                char escaped = expression.charAt(++i);
                boolean isOperator = !isExtended && EXTENDED.indexOf(escaped) >= 0;
                text.append(isOperator ? "" : "\\").append(escaped);
            } else if (next == '[') {
                int end = closing(expression, i);
                if (end < 0) {
                    return Optional.empty();
                }
                text.append(bracket(expression.substring(i, end + 1)));
                i = end;
            } else {
                text.append(!isExtended && EXTENDED.indexOf(next) >= 0 ? "\\" : "")
                        .append(next);
            }
        }
        try {
            return Optional.of(Pattern.compile(text.toString(), flags));
        } catch (PatternSyntaxException notUnderstood) {
            return Optional.empty();
        }
    }

    /** Where the bracket ends that begins there; a first {@code ]} is a sign like any other. */
    private static int closing(String expression, int open) {
        int from = open + (expression.startsWith("[^", open) ? 2 : 1);
        from += expression.startsWith("]", from) ? 1 : 0;
        while (true) {
            int end = expression.indexOf(']', from);
            int name = expression.indexOf("[:", from);
            if (name < 0 || end < 0 || name > end) {
                return end;
            }
            int nameEnd = expression.indexOf(":]", name + 2);
            if (nameEnd < 0) {
                return end;
            }
            from = nameEnd + 2;
        }
    }

    private static String bracket(String written) {
        String classes = CLASS.matcher(written).replaceAll(found -> switch (found.group(1)) {
            case "digit" -> "0-9";
            case "alpha" -> "a-zA-Z";
            case "alnum" -> "a-zA-Z0-9";
            case "upper" -> "A-Z";
            case "lower" -> "a-z";
            case "space" -> " \t\n";
            default -> "\\" + "0";
        });
        String inner = classes.substring(1, classes.length() - 1);
        boolean isNegated = inner.startsWith("^");
        return (isNegated ? "[^" : "[")
                + inner.substring(isNegated ? 1 : 0)
                        .replace("\\", "\\\\")
                        .replace("[", "\\[")
                        .replace("]", "\\]")
                        .replace("&&", "&\\&")
                + "]";
    }
}
