package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.text.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a shell script into words and operators. */
final class ShellTokens {

    /** Braces may have a default, or an end that is cut off, without an expansion inside. */
    private static final Pattern PARAMETER = Pattern.compile(
            "\\$(?:([0-9@*#?!$]|[A-Za-z_]\\w*)" + "|\\{(#?\\w+|[@*#?!$])((?::?[-=+]|##?|%%?)[^}$`'\"\\\\]*)?})");

    private static final Pattern BACKTICKS = Pattern.compile("`([^`\\\\]*)`");

    private static final Pattern SUM =
            Pattern.compile("\\$\\(\\( *\\$?\\{?(\\w+)}? *([-+*/%]) *\\$?\\{?(\\w+)}? *\\)\\)");
    private static final Pattern HERE = Pattern.compile("<<(-?)[ \\t]*(['\"]?)(\\w+)\\2");
    private static final Pattern OPERATOR = Pattern.compile("&&|\\|\\||&>|;;|[;&|()\\n]");
    /** Sends errors where the output goes. */
    static final String JOINED = "2>&1";

    private static final Pattern REDIRECTION = Pattern.compile("([12]?)>(>?)(&[12])?");

    private String text;
    private final List<Token> found = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private boolean quoted;
    /** Whether what is read stands between double quotes: it is neither split nor a pattern then. */
    private boolean isHeld;

    private int at;

    private ShellTokens(String text) {
        this.text = text;
    }

    /** What a token is. */
    enum Kind {
        /** A word. */
        WORD,
        /** Such as {@code &&}; the end of a line is one. */
        OPERATOR,
        /** Output goes to the file that follows: {@code >} or {@code >>}. */
        REDIRECTION,
        /** Input comes from the file that follows. */
        INPUT,
        /** Input is this text. */
        TEXT
    }

    /**
     * A word or an operator.
     *
     * @param kind what it is
     * @param text of it, without quotes; {@link Variables#MARK} and {@link Variables#SPLIT} are before an expansion
     * @param isQuoted whether a part of it was in quotes: then it is no word of the language
     */
    record Token(Kind kind, String text, boolean isQuoted) {

        boolean is(String operatorOrWord) {
            return !isQuoted && text.equals(operatorOrWord);
        }
    }

    /** The words and operators of a script, in order. */
    static List<Token> of(String script) {
        return new ShellTokens(script).read();
    }

    private List<Token> read() {
        while (at < text.length()) {
            char next = text.charAt(at);
            if (next == '\'') {
                single();
            } else if (next == '"') {
                twofold();
            } else if (next == '\\') {
                escaped();
            } else if (next == '#' && !inWord) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (next != '\n' && Character.isWhitespace(next)) {
                endWord();
                at++;
            } else if (!redirection(next) && !input(next) && !operator(next)) {
                plain(next);
            }
        }
        endWord();
        return found;
    }

    private void single() {
        int end = text.indexOf('\'', at + 1);
        int stop = end < 0 ? text.length() : end;
        word.append(text, at + 1, stop);
        inWord = true;
        quoted = true;
        at = stop + 1;
    }

    private void twofold() {
        inWord = true;
        quoted = true;
        isHeld = true;
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char next = text.charAt(at);
            if (next == '\\' && at + 1 < text.length() && "\"\\$`".indexOf(text.charAt(at + 1)) >= 0) {
                word.append(text.charAt(at + 1));
                at += 2;
            } else {
                expandable(next);
            }
        }
        isHeld = false;
        at++;
    }

    /** Outside of quotes: the end of a line is nothing then, and every other sign is itself. */
    private void escaped() {
        if (at + 1 < text.length() && text.charAt(at + 1) != '\n') {
            word.append(text.charAt(at + 1));
            inWord = true;
            quoted = true;
        }
        at += 2;
    }

    private void plain(char next) {
        inWord = true;
        boolean isAlone = word.length() == 0 && (at + 1 == text.length() || " \t\n;".indexOf(text.charAt(at + 1)) >= 0);
        boolean hasNext = at + 1 < text.length() && " \t\n;[".indexOf(text.charAt(at + 1)) < 0;
        if (next == '<' || "{}".indexOf(next) >= 0 && !isAlone) {
            word.append(ShellCommand.FOREIGN);
            at++;
        } else if (next == '*' || next == '?' || next == '[' && hasNext) {
            word.append(next == '*' ? Glob.ANY : next == '?' ? Glob.ONE : Glob.SET);
            at++;
        } else {
            expandable(next);
        }
    }

    /** Input from a file, or from the lines that follow up to one that has nothing but a word. */
    private boolean input(char next) {
        Matcher here = HERE.matcher(text).region(at, text.length());
        if (next != '<' || inWord || text.startsWith("<(", at)) {
            return false;
        }
        if (!here.lookingAt()) {
            boolean isPlain = !text.startsWith("<<", at) && !text.startsWith("<&", at);
            at++;
            found.add(new Token(Kind.INPUT, isPlain ? "<" : ShellCommand.FOREIGN, false));
            return true;
        }
        int line = text.indexOf('\n', here.end());
        StringBuilder lines = new StringBuilder();
        int from = line < 0 ? text.length() : line + 1;
        boolean isOver = false;
        while (from < text.length() && !isOver) {
            int end = text.indexOf('\n', from);
            String one = text.substring(from, end < 0 ? text.length() : end);
            String stripped = here.group(1).isEmpty() ? one : one.replaceFirst("^\t+", "");
            from = end < 0 ? text.length() : end + 1;
            isOver = stripped.equals(here.group(3));
            lines.append(isOver ? "" : stripped + "\n");
        }
        boolean isRaw = !here.group(2).isEmpty();
        found.add(new Token(Kind.TEXT, isRaw ? lines.toString() : expanding(lines.toString()), false));
        // The rest of the line belongs to the command before the lines.
        text = line < 0 ? text : text.substring(0, line) + "\n" + text.substring(from);
        at = here.end();
        return true;
    }

    /** A text in which variables and commands are expanded, as between double quotes. */
    private static String expanding(String lines) {
        ShellTokens inner = new ShellTokens(lines);
        inner.isHeld = true;
        while (inner.at < lines.length()) {
            char next = lines.charAt(inner.at);
            boolean isEscape = next == '\\' && inner.at + 1 < lines.length();
            if (isEscape && "\\$`".indexOf(lines.charAt(inner.at + 1)) >= 0) {
                inner.word.append(lines.charAt(inner.at + 1));
                inner.at += 2;
            } else {
                inner.expandable(next);
            }
        }
        return inner.word.toString();
    }

    private char mark() {
        return isHeld ? Variables.MARK : Variables.SPLIT;
    }

    /** A sign that may begin an expansion. */
    private void expandable(char next) {
        if (next == '$' || next == '`') {
            expansion();
        } else {
            word.append(next);
            at++;
        }
    }

    private void expansion() {
        Matcher parameter = PARAMETER.matcher(text).region(at, text.length());
        Matcher backticks = BACKTICKS.matcher(text).region(at, text.length());
        if (text.startsWith("$(", at)) {
            inParentheses();
        } else if (backticks.lookingAt()) {
            word.append(mark()).append(Variables.substitution(backticks.group(1)));
            at = backticks.end();
        } else if (parameter.lookingAt()) {
            String name = parameter.group(1) == null ? parameter.group(2) : parameter.group(1);
            String change = parameter.group(3) == null ? "" : parameter.group(3);
            word.append(mark()).append('{').append(name).append(change).append('}');
            at = parameter.end();
        } else if (text.startsWith("$-", at)) {
            word.append(ShellCommand.FOREIGN);
            at += 2;
        } else if (text.startsWith("${", at) || text.startsWith("`", at)) {
            int end = text.indexOf(text.charAt(at) == '`' ? '`' : '}', at + 1) + 1;
            word.append(ShellCommand.FOREIGN);
            at = end == 0 ? text.length() : end;
        } else {
            word.append('$');
            at++;
        }
    }

    /** Two numbers or variables with a sign between them, or a command. */
    private void inParentheses() {
        Matcher sum = SUM.matcher(text).region(at, text.length());
        if (sum.lookingAt()) {
            word.append(mark()).append(Variables.sum(sum.group(1), sum.group(2), sum.group(3)));
            at = sum.end();
        } else {
            int end = closing(at + 1);
            boolean isCommand = !text.startsWith("$((", at) && text.charAt(end - 1) == ')';
            String inner = isCommand ? Variables.substitution(text.substring(at + 2, end - 1)) : "";
            word.append(isCommand ? mark() + inner : ShellCommand.FOREIGN);
            at = end;
        }
    }

    /** The place after the parenthesis that closes the one there. */
    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            char next = text.charAt(i);
            depth += next == '(' ? 1 : next == ')' ? -1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        return text.length();
    }

    private boolean redirection(char next) {
        if (next == '>') {
            // Only a number that stands alone before the sign is a stream.
            endWord();
        } else if (inWord || next != '1' && next != '2') {
            return false;
        }
        Matcher match = REDIRECTION.matcher(text).region(at, text.length());
        if (!match.lookingAt()) {
            return false;
        }
        at = match.end();
        String stream = match.group(1).equals("2") ? "2" : "";
        if ("&1".equals(match.group(3)) && !stream.isEmpty()) {
            found.add(new Token(Kind.REDIRECTION, JOINED, false));
        } else if (match.group(3) == null) {
            found.add(new Token(Kind.REDIRECTION, stream + ">" + match.group(2), false));
        }
        return true;
    }

    private boolean operator(char next) {
        if ("&|;()\n".indexOf(next) < 0) {
            return false;
        }
        endWord();
        Matcher match = OPERATOR.matcher(text).region(at, text.length());
        if (!match.lookingAt()) {
            throw new AssertionError("no operator at " + at + " of " + text);
        }
        at = match.end();
        boolean isRedirection = match.group().equals("&>");
        found.add(
                isRedirection
                        ? new Token(Kind.REDIRECTION, match.group(), false)
                        : new Token(Kind.OPERATOR, match.group(), false));
        return true;
    }

    private void endWord() {
        if (inWord) {
            found.add(new Token(Kind.WORD, word.toString(), quoted));
            word.setLength(0);
            inWord = false;
            quoted = false;
        }
    }
}
