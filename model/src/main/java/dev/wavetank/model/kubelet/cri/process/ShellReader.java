package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ShellTokens.Kind;
import dev.wavetank.model.kubelet.cri.process.ShellTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a shell script: simple commands, pipes, {@code &&}, {@code ||}, {@code if}, {@code case}, loops, functions, and
 * subshells.
 */
final class ShellReader {

    private static final List<String> RESERVED = List.of(
            "if", "then", "elif", "else", "fi", "while", "until", "for", "do", "done", "case", "esac", "{", "}", "!");

    /** Commands inside each other; nobody writes more, and the stack of a thread does not hold any number. */
    static final int DEPTH_MAX = 100;

    private final List<Token> tokens;
    private int at;
    private int depth;

    private ShellReader(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** The script has something that is not understood. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** The script; empty when it has nothing in it, or something that is not understood. */
    static Optional<ShellCommand> read(String script) {
        ShellReader reader = new ShellReader(ShellTokens.of(script));
        try {
            ShellCommand all = reader.list();
            return reader.at == reader.tokens.size() ? Optional.of(all) : Optional.empty();
        } catch (Unreadable notUnderstood) {
            return Optional.empty();
        }
    }

    private boolean isNext(String operatorOrWord) {
        return at < tokens.size() && tokens.get(at).is(operatorOrWord);
    }

    private boolean isNext(Kind kind) {
        return at < tokens.size() && tokens.get(at).kind() == kind;
    }

    private boolean take(String operatorOrWord) {
        boolean isThere = isNext(operatorOrWord);
        at += isThere ? 1 : 0;
        return isThere;
    }

    private void expect(String operatorOrWord) {
        if (!take(operatorOrWord)) {
            throw new Unreadable();
        }
    }

    private String word() {
        if (!isNext(Kind.WORD)) {
            throw new Unreadable();
        }
        return tokens.get(at++).text();
    }

    private void skipLines() {
        while (take("\n")) {
            // Empty lines mean nothing.
        }
    }

    /** Commands up to a word or parenthesis that ends them. */
    private ShellCommand list() {
        if (++depth > DEPTH_MAX) {
            throw new Unreadable();
        }
        List<ShellCommand> parts = new ArrayList<>(1);
        skipLines();
        while (isNext(Kind.REDIRECTION) || isNext("(") || isNext(Kind.WORD) && !endsList() || isNext(Kind.INPUT)) {
            ShellCommand next = andOr();
            parts.add(take("&") ? new ShellCommand.Background(next) : next);
            while (take(";") || take("\n")) {
                // One separator is as good as several.
            }
        }
        if (parts.isEmpty()) {
            throw new Unreadable();
        }
        depth--;
        return parts.size() == 1 ? parts.get(0) : new ShellCommand.Sequence(parts);
    }

    private boolean endsList() {
        return isNext("then")
                || isNext("elif")
                || isNext("else")
                || isNext("fi")
                || isNext("do")
                || isNext("done")
                || isNext("esac")
                || isNext("}");
    }

    private ShellCommand andOr() {
        ShellCommand left = pipeline();
        while (isNext("&&") || isNext("||")) {
            boolean afterSuccess = take("&&") || !take("||");
            skipLines();
            left = new ShellCommand.AndOr(left, pipeline(), afterSuccess);
        }
        return left;
    }

    private ShellCommand pipeline() {
        if (take("!")) {
            if (isNext("!")) {
                throw new Unreadable();
            }
            return new ShellCommand.Not(pipeline());
        }
        ShellCommand first = command();
        if (!isNext("|")) {
            return first;
        }
        List<ShellCommand> parts = new ArrayList<>(List.of(first));
        while (take("|")) {
            skipLines();
            parts.add(command());
        }
        return new ShellCommand.Pipeline(parts);
    }

    /** A command, with the files that it reads and writes when it is one of several. */
    private ShellCommand command() {
        boolean isDefinition = isDefinition();
        boolean isGroup = isNext("{");
        ShellCommand command = isDefinition ? definition() : part();
        if (isDefinition
                || command instanceof ShellCommand.Simple && !isGroup
                || !isNext(Kind.REDIRECTION) && !isNext(Kind.INPUT) && !isNext(Kind.TEXT)) {
            return command;
        }
        Files files = new Files();
        while (isNext(Kind.REDIRECTION) || isNext(Kind.INPUT) || isNext(Kind.TEXT)) {
            files.take(tokens.get(at++));
        }
        return new ShellCommand.Redirected(command, files.taken());
    }

    private boolean isDefinition() {
        return isNext("function")
                || isNext(Kind.WORD)
                        && at + 2 < tokens.size()
                        && tokens.get(at + 1).is("(")
                        && tokens.get(at + 2).is(")");
    }

    private ShellCommand definition() {
        take("function");
        String name = word();
        if (take("(")) {
            expect(")");
        }
        skipLines();
        if (!isNext("{") && !isNext("(")) {
            throw new Unreadable();
        }
        return new ShellCommand.Definition(name, part());
    }

    private ShellCommand choice() {
        String word = word();
        skipLines();
        expect("in");
        skipLines();
        List<ShellCommand.Case.Branch> branches = new ArrayList<>();
        while (!take("esac")) {
            take("(");
            List<String> patterns = new ArrayList<>(List.of(word()));
            while (take("|")) {
                patterns.add(word());
            }
            expect(")");
            skipLines();
            ShellCommand body = isNext(";;") || isNext("esac") ? null : list();
            branches.add(new ShellCommand.Case.Branch(patterns, body));
            if (!take(";;") && !isNext("esac")) {
                throw new Unreadable();
            }
            skipLines();
        }
        return new ShellCommand.Case(word, branches);
    }

    private ShellCommand part() {
        if (take("if")) {
            return condition();
        }
        if (take("case")) {
            return choice();
        }
        if (isNext("while") || isNext("until")) {
            boolean until = take("until") || !take("while");
            return new ShellCommand.Loop(list(), until, body());
        }
        if (take("for")) {
            return loopOverWords();
        }
        if (take("{")) {
            ShellCommand group = list();
            expect("}");
            return group;
        }
        if (take("(")) {
            ShellCommand body = list();
            expect(")");
            return new ShellCommand.Subshell(body);
        }
        return simple();
    }

    private ShellCommand condition() {
        ShellCommand condition = list();
        expect("then");
        ShellCommand then = list();
        if (take("elif")) {
            return new ShellCommand.If(condition, then, condition());
        }
        ShellCommand otherwise = take("else") ? list() : null;
        expect("fi");
        return new ShellCommand.If(condition, then, otherwise);
    }

    private ShellCommand loopOverWords() {
        String name = word();
        expect("in");
        List<String> words = new ArrayList<>();
        while (isNext(Kind.WORD)) {
            words.add(word());
        }
        while (take(";") || take("\n")) {
            // The list of words is over.
        }
        return new ShellCommand.For(name, words, body());
    }

    private ShellCommand body() {
        expect("do");
        ShellCommand body = list();
        expect("done");
        return body;
    }

    private ShellCommand simple() {
        List<String> words = new ArrayList<>();
        Files files = new Files();
        if (isNext(Kind.WORD) && RESERVED.stream().anyMatch(this::isNext)) {
            throw new Unreadable();
        }
        while (at < tokens.size() && tokens.get(at).kind() != Kind.OPERATOR) {
            Token next = tokens.get(at++);
            if (next.kind() == Kind.WORD) {
                words.add(next.text());
            } else {
                files.take(next);
            }
        }
        if (words.isEmpty() && files.target.isEmpty()) {
            throw new Unreadable();
        }
        return new ShellCommand.Simple(words.isEmpty() ? List.of(":") : words, files.taken());
    }

    /** The files that a command reads and writes. */
    private final class Files {
        private String target = "";
        private boolean appends;
        private ShellCommand.Errors errors = ShellCommand.Errors.APART;
        private ShellCommand.@Nullable Input input;

        private ShellCommand.Files taken() {
            return new ShellCommand.Files(target, appends, errors, input);
        }

        private void take(Token redirection) {
            switch (redirection.kind()) {
                case INPUT -> {
                    if (!redirection.text().equals("<")) {
                        throw new Unreadable();
                    }
                    input = new ShellCommand.Input(word(), false);
                }
                case TEXT -> input = new ShellCommand.Input(redirection.text(), true);
                default -> takeOutput(redirection.text());
            }
        }

        private void takeOutput(String sign) {
            if (sign.equals(ShellTokens.JOINED)) {
                errors = ShellCommand.Errors.JOINED;
            } else if (!sign.startsWith("2")) {
                target = word();
                appends = sign.equals(">>");
                if (sign.equals("&>")) {
                    errors = ShellCommand.Errors.JOINED;
                }
            } else if (word().equals("/dev/null")) {
                errors = ShellCommand.Errors.HIDDEN;
            } else {
                throw new Unreadable();
            }
        }
    }
}
