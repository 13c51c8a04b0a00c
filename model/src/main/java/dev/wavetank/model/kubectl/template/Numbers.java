package dev.wavetank.model.kubectl.template;

import dev.wavetank.model.kubectl.template.Lexer.Kind;
import dev.wavetank.model.kubectl.template.Lexer.Token;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Constants of Go. */
final class Numbers {

    private static final Pattern ESCAPE =
            Pattern.compile("\\\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))");

    private Numbers() {}

    /**
     * The value of a number or of a character in quotes: {@code Integer}, {@code Long} if it is too large, or
     * {@code Double}.
     */
    static Object value(String template, Token token) {
        String text = token.text();
        if (token.kind() == Kind.CHARACTER) {
            return unescaped(text.substring(1, text.length() - 1)).codePointAt(0);
        }
        String digits = text.replace("_", "");
        try {
            if (digits.matches("[+-]?0[xX].*")) {
                return whole(Long.decode(digits));
            }
            return digits.matches("[+-]?[0-9]+") ? whole(Long.parseLong(digits)) : Double.valueOf(digits);
        } catch (NumberFormatException tooLarge) {
            throw Lexer.mistake(template, token.at(), "bad number syntax: " + Parser.quoted(text));
        }
    }

    private static Object whole(long number) {
        return number == (int) number ? (Object) (int) number : (Object) number;
    }

    /** A text of Go without its escapes. */
    static String unescaped(String text) {
        Matcher escapes = ESCAPE.matcher(text);
        StringBuilder plain = new StringBuilder();
        while (escapes.find()) {
            escapes.appendReplacement(plain, Matcher.quoteReplacement(meaning(escapes)));
        }
        return escapes.appendTail(plain).toString();
    }

    private static String meaning(Matcher escape) {
        for (int group = 1; group <= 3; group++) {
            if (escape.group(group) != null) {
                return Character.toString(Integer.parseInt(escape.group(group), 16));
            }
        }
        if (escape.group(4) != null) {
            return Character.toString(Integer.parseInt(escape.group(4), 8));
        }
        return switch (escape.group(5)) {
            case "a" -> "\u0007";
            case "b" -> "\b";
            case "f" -> "\f";
            case "n" -> "\n";
            case "r" -> "\r";
            case "t" -> "\t";
            case "v" -> "\u000b";
            default -> escape.group(5);
        };
    }
}
