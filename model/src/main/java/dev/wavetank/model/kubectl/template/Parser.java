package dev.wavetank.model.kubectl.template;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.kubectl.template.Lexer.Kind;
import dev.wavetank.model.kubectl.template.Lexer.Token;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the nodes of a template (Go 1.23, text/template/parse/parse.go). */
final class Parser {

    private final String template;
    private final List<Token> tokens;
    private final Words words;
    private final Map<String, List<Node>> defined = new LinkedHashMap<>();
    private int next;
    private int ranges;

    /** How a list of nodes has ended: by the end of the template, by {@code end} or by {@code else}. */
    private String ending = "";

    private Parser(String template) {
        this.template = template;
        this.tokens = Lexer.tokens(template);
        this.words = new Words(template, tokens);
    }

    /** The templates of a text: the one without a name, and those that it defines. */
    static Map<String, List<Node>> parse(String template) {
        Parser parser = new Parser(template);
        List<Node> root = parser.nodes();
        if (!parser.ending.isEmpty()) {
            throw parser.mistake("unexpected {{" + parser.ending + "}}");
        }
        parser.defined.put("", root);
        return parser.defined;
    }

    private List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        while (true) {
            Token token = tokens.get(next++);
            if (token.kind() == Kind.END) {
                ending = "";
                return nodes;
            } else if (token.kind() == Kind.TEXT) {
                nodes.add(new Node.Text(token.text()));
                continue;
            }
            words.from(next);
            Token word = words.peek();
            String name = word.kind() == Kind.WORD ? word.text() : "";
            if (name.equals("end") || name.equals("else")) {
                ending = name;
                words.take();
                if (name.equals("end")) {
                    close("end");
                }
                return nodes;
            }
            node(name, nodes);
        }
    }

    private void node(String name, List<Node> nodes) {
        switch (name) {
            case "if", "with" -> {
                words.take();
                nodes.add(branch(name));
            }
            case "range" -> {
                words.take();
                nodes.add(range());
            }
            case "define", "block" -> {
                words.take();
                define(name, nodes);
            }
            case "template" -> {
                Token word = words.take();
                Token called = words.text("template clause");
                List<Pipeline> dot = words.closes() ? List.of() : List.of(words.pipeline("template clause", false));
                close("template clause");
                nodes.add(new Node.Call(called.at(), Words.unquoted(called), dot));
            }
            case "break", "continue" -> {
                words.take();
                if (!words.closes()) {
                    throw mistake("unexpected " + words.peek().text() + " in {{" + name + "}}");
                }
                close(name);
                if (ranges == 0) {
                    throw mistake("{{" + name + "}} outside {{range}}");
                }
                nodes.add(name.equals("break") ? new Node.Break() : new Node.Continue());
            }
            default -> {
                Pipeline pipeline = words.pipeline("command", false);
                close("command");
                nodes.add(new Node.Action(pipeline));
            }
        }
    }

    private Node branch(String name) {
        int scope = words.scope();
        Pipeline pipeline = words.pipeline(name, false);
        close(name);
        List<Node> then = nodes();
        List<Node> otherwise = otherwise(name);
        words.leave(scope);
        return new Node.Branch(pipeline, name.equals("with"), then, otherwise);
    }

    private Node range() {
        int scope = words.scope();
        Pipeline pipeline = words.pipeline("range", true);
        close("range");
        ranges++;
        List<Node> body = nodes();
        ranges--;
        List<Node> otherwise = otherwise("range");
        words.leave(scope);
        return new Node.Range(pipeline, body, otherwise);
    }

    /** What stands behind {@code else}, which a further {@code if} or {@code with} may follow. */
    private List<Node> otherwise(String name) {
        if (ending.isEmpty()) {
            throw mistake("unexpected EOF");
        }
        if (ending.equals("end")) {
            return List.of();
        }
        if (!name.equals("range") && words.peek().text().equals(name)) {
            words.take();
            return List.of(branch(name));
        }
        close("else");
        List<Node> otherwise = nodes();
        if (ending.isEmpty()) {
            throw mistake("unexpected EOF");
        }
        if (ending.equals("else")) {
            throw mistake("expected end; found {{else}}");
        }
        return otherwise;
    }

    private void define(String name, List<Node> nodes) {
        Token quoted = words.text(name + " clause");
        String called = Words.unquoted(quoted);
        if (name.equals("block")) {
            nodes.add(new Node.Call(quoted.at(), called, List.of(words.pipeline("block clause", false))));
        }
        close(name + " clause");
        List<Node> body = nodes();
        if (!ending.equals("end")) {
            throw mistake("unexpected EOF");
        }
        defined.put(called, body);
    }

    private void close(String context) {
        if (!words.closes()) {
            throw mistake("unexpected " + words.shown() + " in " + context);
        }
        next = words.close();
    }

    private TemplateException mistake(String message) {
        int at = next < tokens.size() ? tokens.get(next).at() : template.length();
        return Lexer.mistake(template, at, message);
    }

    /** A text as errors show it. */
    static String quoted(String text) {
        return GoText.quoted(text);
    }
}
