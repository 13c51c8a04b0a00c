package dev.wavetank.model.kubectl.template;

import dev.wavetank.model.kubectl.template.Lexer.Kind;
import dev.wavetank.model.kubectl.template.Lexer.Token;
import java.util.ArrayList;
import java.util.List;

/** Reads the pipelines of one action after the other; knows the variables that are in scope. */
final class Words {

    private final String template;
    private final List<Token> tokens;
    private final List<String> variables = new ArrayList<>(List.of("$"));
    private int next;

    Words(String template, List<Token> tokens) {
        this.template = template;
        this.tokens = tokens;
    }

    /** Goes on at this place. */
    void from(int place) {
        next = place;
    }

    /** The next word, behind spaces. */
    Token peek() {
        while (tokens.get(next).kind() == Kind.SPACE) {
            next++;
        }
        return tokens.get(next);
    }

    Token take() {
        Token token = peek();
        next++;
        return token;
    }

    boolean closes() {
        return peek().kind() == Kind.CLOSE;
    }

    /** Leaves the action; the place behind it. */
    int close() {
        take();
        return next;
    }

    int scope() {
        return variables.size();
    }

    /** Forgets the variables that were declared since then. */
    void leave(int scope) {
        variables.subList(scope, variables.size()).clear();
    }

    /** The text in quotes that has to stand here. */
    Token text(String context) {
        Token token = take();
        if (token.kind() != Kind.STRING && token.kind() != Kind.RAW_STRING) {
            throw mistake("unexpected " + shown(token) + " in " + context);
        }
        return token;
    }

    /** A pipeline up to the end of the action or to a closing parenthesis. */
    Pipeline pipeline(String context, boolean ofRange) {
        List<String> set = new ArrayList<>();
        boolean declares = declaration(set, ofRange);
        List<Pipeline.Command> commands = new ArrayList<>();
        do {
            commands.add(command(context, commands));
        } while (isSign("|") && take() != null);
        return new Pipeline(set, declares, commands);
    }

    private boolean declaration(List<String> set, boolean ofRange) {
        int begin = next;
        while (peek().kind() == Kind.VARIABLE) {
            set.add(take().text());
            if (isSign(":=") || isSign("=")) {
                boolean declares = take().text().equals(":=");
                for (String name : set) {
                    if (declares) {
                        variables.add(name);
                    } else {
                        known(name);
                    }
                }
                return declares;
            }
            if (!ofRange || !isSign(",")) {
                break;
            }
            take();
        }
        set.clear();
        next = begin;
        return false;
    }

    private Pipeline.Command command(String context, List<Pipeline.Command> earlier) {
        List<Pipeline.Operand> operands = new ArrayList<>();
        while (!closes() && !isSign(")") && !isSign("|")) {
            operands.add(operand(context));
        }
        if (operands.isEmpty()) {
            throw mistake(earlier.isEmpty() ? "missing value for " + context : "missing value for command");
        }
        if (!earlier.isEmpty() && operands.get(0) instanceof Pipeline.Constant) {
            throw mistake("non executable command in pipeline stage " + (earlier.size() + 1));
        }
        return new Pipeline.Command(operands);
    }

    private Pipeline.Operand operand(String context) {
        Token token = take();
        return switch (token.kind()) {
            case DOT -> new Pipeline.Dot(token.at());
            case FIELD -> {
                int second = isField() ? tokens.get(next).at() : token.at();
                List<String> names = new ArrayList<>(List.of(token.text().substring(1)));
                names.addAll(fields());
                yield new Pipeline.Fields(second, names);
            }
            case VARIABLE -> {
                known(token.text());
                int second = isField() ? tokens.get(next).at() : token.at();
                yield new Pipeline.Variable(second, token.text(), fields());
            }
            case STRING, RAW_STRING -> new Pipeline.Constant(token.at(), unquoted(token), token.text());
            case CHARACTER, NUMBER -> new Pipeline.Constant(token.at(), Numbers.value(template, token), token.text());
            case WORD -> word(token);
            case SIGN -> {
                if (!token.text().equals("(")) {
                    throw mistake("unexpected " + shown(token) + " in " + context);
                }
                Pipeline inner = pipeline("parenthesized pipeline", false);
                if (!isSign(")")) {
                    throw mistake("unexpected " + shown() + " in parenthesized pipeline");
                }
                take();
                yield new Pipeline.Nested(token.at(), inner, fields());
            }
            default -> throw mistake("unexpected " + shown(token) + " in " + context);
        };
    }

    private Pipeline.Operand word(Token token) {
        return switch (token.text()) {
            case "true", "false" -> new Pipeline.Constant(token.at(), Boolean.valueOf(token.text()), token.text());
            case "nil" -> new Pipeline.Constant(token.at(), null, "nil");
            default -> {
                if (!Functions.NAMES.contains(token.text())) {
                    throw mistake("function " + Parser.quoted(token.text()) + " not defined");
                }
                yield new Pipeline.Function(token.at(), token.text());
            }
        };
    }

    private List<String> fields() {
        List<String> names = new ArrayList<>();
        while (isField()) {
            names.add(tokens.get(next++).text().substring(1));
        }
        return names;
    }

    private boolean isField() {
        return tokens.get(next).kind() == Kind.FIELD;
    }

    private boolean isSign(String text) {
        return peek().kind() == Kind.SIGN && peek().text().equals(text);
    }

    private void known(String variable) {
        if (!variables.contains(variable)) {
            throw mistake("undefined variable " + Parser.quoted(variable));
        }
    }

    /** The next word as errors show it. */
    String shown() {
        return shown(peek());
    }

    private static String shown(Token token) {
        return token.kind() == Kind.WORD ? "<" + token.text() + ">" : Parser.quoted(token.text());
    }

    private TemplateException mistake(String message) {
        return Lexer.mistake(
                template, tokens.get(Math.min(next, tokens.size() - 1)).at(), message);
    }

    /** What a text in quotes says. */
    static String unquoted(Token token) {
        String inner = token.text().substring(1, token.text().length() - 1);
        return token.kind() == Kind.RAW_STRING ? inner : Numbers.unescaped(inner);
    }
}
