package dev.wavetank.model.kubelet.cri.process;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Splits a shell script into words and operators. */
final class ShellTokens {

    /** Special parameters, and braces with more in them than a name. */
    private static final Pattern FOREIGN_EXPANSION = Pattern.compile("\\$\\{(?!\\w+})[^}]*}|\\$[0-9@*#?!$-]");

    private static final Pattern BACKTICKS = Pattern.compile("`([^`\\\\]*)`");

    private static final Pattern SUM = Pattern.compile("\\$\\(\\( *\\$?(\\w+) *([-+*]) *\\$?(\\w+) *\\)\\)");
    private static final Pattern NUMBERS = Pattern.compile("\\$\\(seq ([0-9]{1,4})(?: ([0-9]{1,4}))?\\)");
    private static final Pattern OPERATOR = Pattern.compile("&&|\\|\\||&>|;;|[;&|()\\n]");
    private static final Pattern REDIRECTION = Pattern.compile("([12]?)>(>?)(&[12])?");

    private final String text;
    private final List<Token> found = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private boolean quoted;
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
        REDIRECTION
    }

    /**
     * A word or an operator.
     *
     * @param kind what it is
     * @param text of it, without quotes; {@link Variables#MARK} is before the name of a variable
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
            } else if (!redirection(next) && !operator(next)) {
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
        if ("<{}".indexOf(next) >= 0 && !(isAlone && next != '<')) {
            word.append(ShellCommand.FOREIGN);
            at++;
        } else {
            expandable(next);
        }
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
        Matcher foreign = FOREIGN_EXPANSION.matcher(text).region(at, text.length());
        int end = text.startsWith("${", at) ? text.indexOf('}', at) + 1 : at + 1;
        Matcher backticks = BACKTICKS.matcher(text).region(at, text.length());
        if (text.startsWith("$(", at)) {
            inParentheses();
        } else if (backticks.lookingAt()) {
            word.append(Variables.substitution(backticks.group(1)));
            at = backticks.end();
        } else if (text.startsWith("`", at)) {
            word.append(ShellCommand.FOREIGN);
            at = text.length();
        } else if (foreign.lookingAt() || end == 0) {
            word.append(ShellCommand.FOREIGN);
            at = end == 0 ? text.length() : foreign.end();
        } else if (end > at + 1) {
            word.append(Variables.MARK).append(text, at + 1, end);
            at = end;
        } else {
            boolean isName = end < text.length() && (Character.isLetter(text.charAt(end)) || text.charAt(end) == '_');
            word.append(isName ? Variables.MARK : '$');
            at = end;
        }
    }

    /** Two numbers or variables with a sign between them, the numbers of {@code seq}, or a command. */
    private void inParentheses() {
        Matcher sum = SUM.matcher(text).region(at, text.length());
        Matcher numbers = NUMBERS.matcher(text).region(at, text.length());
        if (sum.lookingAt()) {
            word.append(Variables.sum(sum.group(1), sum.group(2), sum.group(3)));
            at = sum.end();
        } else if (numbers.lookingAt()) {
            boolean isRange = numbers.group(2) != null;
            int first = isRange ? Integer.parseInt(numbers.group(1)) : 1;
            int last = Integer.parseInt(numbers.group(isRange ? 2 : 1));
            word.append(
                    IntStream.rangeClosed(first, last).mapToObj(String::valueOf).collect(Collectors.joining(" ")));
            at = numbers.end();
        } else {
            int end = closing(at + 1);
            boolean isCommand = !text.startsWith("$((", at) && text.charAt(end - 1) == ')';
            word.append(isCommand ? Variables.substitution(text.substring(at + 2, end - 1)) : ShellCommand.FOREIGN);
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
        if (match.group(3) == null) {
            String stream = match.group(1).equals("2") ? "2" : "";
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
                        ? new Token(Kind.REDIRECTION, ">", false)
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
