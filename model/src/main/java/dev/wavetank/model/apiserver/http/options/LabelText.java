package dev.wavetank.model.apiserver.http.options;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.ArrayList;
import java.util.List;

/** Reads label selectors as they stand in queries, and words mistakes as the real server's parser does. */
public final class LabelText {

    private static final String SIGNS = "!=(),<>";
    private static final String END = "";

    private final List<String> tokens = new ArrayList<>();
    private int at;

    private LabelText(String text) {
        int i = 0;
        while (i < text.length()) {
            int start = i;
            char c = text.charAt(i++);
            if (Character.isWhitespace(c)) {
                continue;
            }
            if (SIGNS.indexOf(c) >= 0) {
                boolean twofold = (c == '!' || c == '=') && i < text.length() && text.charAt(i) == '=';
                i += twofold ? 1 : 0;
            } else {
                while (i < text.length()
                        && SIGNS.indexOf(text.charAt(i)) < 0
                        && !Character.isWhitespace(text.charAt(i))) {
                    i++;
                }
            }
            tokens.add(text.substring(start, i));
        }
    }

    /**
     * The selector.
     *
     * @throws Refusal when the text is none
     */
    public static LabelSelector parse(String text) {
        return new LabelText(text).selector();
    }

    private LabelSelector selector() {
        List<LabelSelector.Requirement> requirements = new ArrayList<>();
        if (peek().equals(END)) {
            return new LabelSelector(null, requirements);
        }
        while (true) {
            if (!isWord(peek()) && !peek().equals("!")) {
                throw wrong(peek(), "!, identifier, or 'end of string'");
            }
            requirements.add(requirement());
            String next = take();
            if (next.equals(END)) {
                return new LabelSelector(null, requirements);
            }
            if (!next.equals(",")) {
                throw wrong(next, "',' or 'end of string'");
            }
            if (!isWord(peek()) && !peek().equals("!")) {
                throw wrong(peek(), "identifier after ','");
            }
        }
    }

    private LabelSelector.Requirement requirement() {
        boolean absent = peek().equals("!");
        if (absent) {
            take();
        }
        String key = take();
        if (!isWord(key)) {
            throw unparsable("found '" + key + "', expected: identifier");
        }
        List<String> wrong = NameRules.qualified(key);
        if (!wrong.isEmpty()) {
            throw unparsable("invalid label key " + GoSyntax.of(key) + ": " + String.join("; ", wrong));
        }
        if (absent || peek().equals(END) || peek().equals(",")) {
            return new LabelSelector.Requirement(key, absent ? "DoesNotExist" : "Exists", null);
        }
        String operator = take();
        return switch (operator) {
            case "=", "==" -> checked(key, "In", List.of(exactValue()));
            case "!=" -> checked(key, "NotIn", List.of(exactValue()));
            case "in" -> checked(key, "In", values());
            case "notin" -> checked(key, "NotIn", values());
            case ">" -> checked(key, "Gt", List.of(number()));
            case "<" -> checked(key, "Lt", List.of(number()));
            default -> throw unparsable("found '" + operator + "', expected: '=', '!=', '==', 'in', notin'");
        };
    }

    private static LabelSelector.Requirement checked(String key, String operator, List<String> values) {
        for (String value : values) {
            List<String> wrong = NameRules.labelValue(value);
            if (!wrong.isEmpty()) {
                throw unparsable("invalid label value: " + GoSyntax.of(value) + ": at key: " + GoSyntax.of(key) + ": "
                        + String.join("; ", wrong));
            }
        }
        return new LabelSelector.Requirement(key, operator, values);
    }

    private String exactValue() {
        if (peek().equals(END) || peek().equals(",")) {
            return "";
        }
        String value = take();
        if (!isWord(value)) {
            throw unparsable("found '" + value + "', expected: identifier");
        }
        return value;
    }

    /** Only numbers are greater or less; the label's own value is compared as one. */
    private String number() {
        String value = exactValue();
        try {
            Long.parseLong(value);
        } catch (NumberFormatException noNumber) {
            throw unparsable("for 'Gt', 'Lt' operators, the value must be an integer");
        }
        return value;
    }

    private List<String> values() {
        String open = take();
        if (!open.equals("(")) {
            throw unparsable("found '" + open + "' expected: '('");
        }
        if (peek().equals(")")) {
            throw unparsable("for 'in', 'notin' operators, values set can't be empty");
        }
        List<String> values = new ArrayList<>();
        while (true) {
            String value = peek();
            if (isWord(value)) {
                values.add(take());
            } else if (value.equals(",") || value.equals(")")) {
                values.add("");
            } else {
                throw unparsable("found '" + value + "', expected: ',', ')' or identifier");
            }
            String next = take();
            if (next.equals(")")) {
                return values;
            }
            if (!next.equals(",")) {
                throw unparsable("found '" + next + "', expected: ',' or ')'");
            }
        }
    }

    private String peek() {
        return at < tokens.size() ? tokens.get(at) : END;
    }

    private String take() {
        String token = peek();
        at++;
        return token;
    }

    private static boolean isWord(String token) {
        return !token.isEmpty() && SIGNS.indexOf(token.charAt(0)) < 0;
    }

    private static Refusal unparsable(String why) {
        return new Refusal(Status.badRequest("unable to parse requirement: " + why));
    }

    private static Refusal wrong(String found, String expected) {
        return new Refusal(Status.badRequest("found '" + found + "', expected: " + expected));
    }
}
