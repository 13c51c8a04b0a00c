package dev.wavetank.model.kubectl.template;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a template into texts and the words of its actions (Go 1.23, text/template/parse/lex.go). */
final class Lexer {

    /** The kinds of words. */
    enum Kind {
        TEXT,
        OPEN,
        CLOSE,
        SPACE,
        DOT,
        FIELD,
        VARIABLE,
        WORD,
        NUMBER,
        CHARACTER,
        STRING,
        RAW_STRING,
        /** One of {@code ( ) | , = :=}. */
        SIGN,
        END
    }

    /** A word and the place where it begins. */
    record Token(Kind kind, String text, int at) {}

    private static final Pattern TOKEN = Pattern.compile("(?<space>[ \\t\\r\\n]+)"
            + "|(?<string>\"(?:\\\\.|[^\"\\\\\\n])*\")"
            + "|(?<raw>`[^`]*`)"
            + "|(?<character>'(?:\\\\.|[^'\\\\\\n])+')"
            + "|(?<number>[+-]?(?:0[xX][0-9a-fA-F_]+|[0-9][0-9_]*(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?"
            + "|\\.[0-9]+(?:[eE][+-]?[0-9]+)?))"
            + "|(?<field>\\.[\\p{L}_][\\p{L}\\p{Nd}_]*)"
            + "|(?<dot>\\.)"
            + "|(?<variable>\\$[\\p{L}\\p{Nd}_]*)"
            + "|(?<word>[\\p{L}_][\\p{L}\\p{Nd}_]*)"
            + "|(?<sign>:=|[()|,=])");

    private final String template;
    private final List<Token> tokens = new ArrayList<>();
    private int next;

    private Lexer(String template) {
        this.template = template;
    }

    /** All words, the last of kind {@code END}. */
    static List<Token> tokens(String template) {
        Lexer lexer = new Lexer(template);
        lexer.read();
        return lexer.tokens;
    }

    private void read() {
        boolean trims = false;
        while (true) {
            int open = template.indexOf("{{", next);
            int end = open < 0 ? template.length() : open;
            String text = template.substring(next, end);
            if (trims) {
                text = text.replaceFirst("^[ \\t\\r\\n]+", "");
            }
            if (open >= 0 && trimsBefore(open)) {
                text = text.replaceFirst("[ \\t\\r\\n]+$", "");
            }
            if (!text.isEmpty()) {
                tokens.add(new Token(Kind.TEXT, text, next));
            }
            if (open < 0) {
                tokens.add(new Token(Kind.END, "", template.length()));
                return;
            }
            next = open + 2 + (trimsBefore(open) ? 2 : 0);
            trims = template.startsWith("/*", next) ? comment(open) : action(open);
        }
    }

    private boolean trimsBefore(int open) {
        return template.startsWith("-", open + 2)
                && open + 3 < template.length()
                && " \t\r\n".indexOf(template.charAt(open + 3)) >= 0;
    }

    /** Whether the text behind the comment is trimmed. */
    private boolean comment(int open) {
        int end = template.indexOf("*/", next);
        if (end < 0) {
            throw mistake(open, "unclosed comment");
        }
        next = end + 2;
        boolean trims = next < template.length()
                && " \t\r\n".indexOf(template.charAt(next)) >= 0
                && template.startsWith("-}}", next + 1);
        next += trims ? 2 : 0;
        if (!template.startsWith("}}", next)) {
            throw mistake(open, "comment ends before closing delimiter");
        }
        next += 2;
        return trims;
    }

    /** Whether the text behind the action is trimmed. */
    private boolean action(int open) {
        tokens.add(new Token(Kind.OPEN, "{{", open));
        int depth = 0;
        while (true) {
            boolean trims = next < template.length()
                    && " \t\r\n".indexOf(template.charAt(next)) >= 0
                    && template.startsWith("-}}", next + 1);
            if (trims || template.startsWith("}}", next)) {
                if (depth > 0) {
                    throw mistake(next, "unclosed left paren");
                }
                tokens.add(new Token(Kind.CLOSE, "}}", next));
                next += trims ? 4 : 2;
                return trims;
            }
            Token token = token(open);
            depth += token.text().equals("(") ? 1 : token.text().equals(")") ? -1 : 0;
            if (depth < 0) {
                throw mistake(next, "unexpected right paren");
            }
            tokens.add(token);
        }
    }

    private Token token(int open) {
        if (next >= template.length()) {
            throw mistake(open, "unclosed action");
        }
        Matcher found = TOKEN.matcher(template).region(next, template.length());
        if (!found.lookingAt()) {
            throw mistake(next, unknown(template.charAt(next)));
        }
        int at = next;
        next = found.end();
        return new Token(kind(found), found.group(), at);
    }

    private static String unknown(char letter) {
        return switch (letter) {
            case '"' -> "unterminated quoted string";
            case '`' -> "unterminated raw quoted string";
            case '\'' -> "unterminated character constant";
            case ':' -> "expected :=";
            default -> "unexpected \"" + letter + "\" in operand";
        };
    }

    private static Kind kind(Matcher found) {
        for (String[] pair : new String[][] {
            {"space", "SPACE"},
            {"string", "STRING"},
            {"raw", "RAW_STRING"},
            {"character", "CHARACTER"},
            {"number", "NUMBER"},
            {"field", "FIELD"},
            {"dot", "DOT"},
            {"variable", "VARIABLE"},
            {"word", "WORD"}
        }) {
            if (found.group(pair[0]) != null) {
                return Kind.valueOf(pair[1]);
            }
        }
        return Kind.SIGN;
    }

    private TemplateException mistake(int at, String message) {
        return mistake(template, at, message);
    }

    /** The error for a template that cannot be read. */
    static TemplateException mistake(String template, int at, String message) {
        long line = 1
                + template.substring(0, at)
                        .chars()
                        .filter(letter -> letter == '\n')
                        .count();
        return new TemplateException("template: output:" + line + ": " + message);
    }
}
