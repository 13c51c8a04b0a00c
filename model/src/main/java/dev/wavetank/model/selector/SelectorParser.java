package dev.wavetank.model.selector;

import java.util.ArrayList;
import java.util.List;

/** Reads the string form of a selector, with the API server's messages. */
final class SelectorParser {
    private static final String OPERATORS = "in, notin, =, ==, !=, gt, lt";
    private static final String SYMBOLS = "=!(),<>";

    private final List<String> tokens = new ArrayList<>();
    private int next;

    SelectorParser(String text) {
        tokenize(text);
    }

    private void tokenize(String text) {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end = at + 1;
            if (c == '=' || c == '!') {
                end += end < text.length() && text.charAt(end) == '=' ? 1 : 0;
            } else if (SYMBOLS.indexOf(c) < 0 && !isSpace(c)) {
                while (end < text.length() && SYMBOLS.indexOf(text.charAt(end)) < 0 && !isSpace(text.charAt(end))) {
                    end++;
                }
            }
            if (!isSpace(c)) {
                tokens.add(text.substring(at, end));
            }
            at = end;
        }
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    List<Requirement> requirements() {
        List<Requirement> requirements = new ArrayList<>();
        if (tokens.isEmpty()) {
            return requirements;
        }
        while (true) {
            if (!isWord(peek()) && !peek().equals("!")) {
                String place = requirements.isEmpty() ? "!, identifier, or 'end of string'" : "identifier after ','";
                throw found(peek(), place);
            }
            requirements.add(requirement());
            String token = take();
            if (token.isEmpty()) {
                return requirements;
            }
            if (!token.equals(",")) {
                throw found(token, "',' or 'end of string'");
            }
        }
    }

    private Requirement requirement() {
        boolean absent = peek().equals("!");
        if (absent) {
            take();
        }
        String key = take();
        if (!isWord(key)) {
            throw found(key, "identifier");
        }
        if (absent) {
            return new Requirement(key, Operator.DOES_NOT_EXIST, List.of());
        }
        if (peek().isEmpty() || peek().equals(",")) {
            return new Requirement(key, Operator.EXISTS, List.of());
        }
        String operator = take();
        return switch (operator) {
            case "=", "==" -> new Requirement(key, Operator.EQUALS, exactValue());
            case "!=" -> new Requirement(key, Operator.NOT_EQUALS, exactValue());
            case ">" -> new Requirement(key, Operator.GREATER_THAN, exactValue());
            case "<" -> new Requirement(key, Operator.LESS_THAN, exactValue());
            case "in" -> Requirement.of(key, Operator.IN, values());
            case "notin" -> Requirement.of(key, Operator.NOT_IN, values());
            default -> throw found(operator, OPERATORS);
        };
    }

    /** An absent value is the empty one: {@code a=} and {@code a=,b}. */
    private List<String> exactValue() {
        if (peek().isEmpty() || peek().equals(",")) {
            return List.of("");
        }
        String value = take();
        if (!isWord(value)) {
            throw found(value, "identifier");
        }
        return List.of(value);
    }

    private List<String> values() {
        String open = take();
        if (!open.equals("(")) {
            throw found(open, "'('");
        }
        List<String> values = new ArrayList<>();
        while (true) {
            values.add(isWord(peek()) ? take() : "");
            String separator = take();
            if (separator.equals(")")) {
                return values;
            }
            if (!separator.equals(",")) {
                throw found(separator, "',', ')' or identifier");
            }
        }
    }

    private static boolean isWord(String token) {
        return !token.isEmpty() && SYMBOLS.indexOf(token.charAt(0)) < 0;
    }

    /** The next token; empty at the end. */
    private String peek() {
        return next < tokens.size() ? tokens.get(next) : "";
    }

    private String take() {
        String token = peek();
        next++;
        return token;
    }

    private static IllegalArgumentException found(String token, String expected) {
        return new IllegalArgumentException(
                "unable to parse requirement: found '" + token + "', expected: " + expected);
    }
}
