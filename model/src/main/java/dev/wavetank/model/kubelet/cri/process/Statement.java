package dev.wavetank.model.kubelet.cri.process;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One simple command of a shell script.
 *
 * @param words the command and its arguments, without quotes
 * @param target the file that its output goes to; may be empty
 * @param appends whether the output is added to what the file has
 * @param afterSuccess whether it runs only when the command before has succeeded ({@code &&})
 * @param afterFailure whether it runs only when the command before has failed ({@code ||})
 */
record Statement(List<String> words, String target, boolean appends, boolean afterSuccess, boolean afterFailure) {

    /** A word that no command has: what it stands for is not understood. */
    static final String FOREIGN = "\0";

    /** What a shell does with dollar signs and backticks besides the values of variables. */
    private static final Pattern OTHER_EXPANSION = Pattern.compile("`|\\$[^A-Za-z_{\\s\"]|\\$\\{\\w*[^\\w}]");

    /** The simple commands of a script. What is more than that becomes a command that does not exist. */
    static List<Statement> split(String script) {
        return new Reader(script).read();
    }

    private static final class Reader {
        private final String text;
        private final List<Statement> found = new ArrayList<>();
        private List<String> words = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        private boolean inWord;
        private boolean afterSuccess;
        private boolean afterFailure;
        private int at;

        private Reader(String text) {
            this.text = text;
        }

        private List<Statement> read() {
            while (at < text.length()) {
                char next = text.charAt(at);
                if (next == '\'' || next == '"') {
                    quoted(next);
                } else if (text.startsWith("&&", at) || text.startsWith("||", at)) {
                    endStatement();
                    afterSuccess = next == '&';
                    afterFailure = next == '|';
                    at += 2;
                } else if (next == ';' || next == '\n') {
                    endStatement();
                    at++;
                } else if (Character.isWhitespace(next)) {
                    endWord();
                    at++;
                } else {
                    plain(next);
                }
            }
            endStatement();
            return found;
        }

        private void plain(char next) {
            boolean braces = next == '{' && at > 0 && text.charAt(at - 1) == '$' || next == '}' && inVariable();
            boolean foreign = "&|`(){}".indexOf(next) >= 0 && !text.startsWith("&1", at) && !braces
                    || next == '$'
                            && OTHER_EXPANSION
                                    .matcher(text)
                                    .region(at, text.length())
                                    .lookingAt();
            word.append(foreign ? FOREIGN : String.valueOf(next == '$' ? Variables.MARK : next));
            inWord = true;
            at++;
        }

        /** Whether a variable in braces has begun in this word. */
        private boolean inVariable() {
            int begin = word.lastIndexOf(Variables.MARK + "{");
            return begin >= 0 && word.indexOf("}", begin) < 0;
        }

        private void quoted(char quote) {
            int end = text.indexOf(quote, at + 1);
            int stop = end < 0 ? text.length() : end;
            String inside = text.substring(at + 1, stop);
            boolean foreign = quote == '"' && OTHER_EXPANSION.matcher(inside).find();
            word.append(foreign ? FOREIGN : quote == '"' ? inside.replace('$', Variables.MARK) : inside);
            inWord = true;
            at = stop + 1;
        }

        private void endWord() {
            if (inWord) {
                words.add(word.toString());
                word.setLength(0);
                inWord = false;
            }
        }

        private void endStatement() {
            endWord();
            if (!words.isEmpty()) {
                found.add(redirected());
            }
            words = new ArrayList<>();
            afterSuccess = false;
            afterFailure = false;
        }

        private Statement redirected() {
            List<String> rest = new ArrayList<>();
            String target = "";
            boolean appends = false;
            for (int i = 0; i < words.size(); i++) {
                String next = words.get(i);
                if ((next.equals(">") || next.equals(">>")) && i + 1 < words.size()) {
                    target = words.get(++i);
                    appends = next.equals(">>");
                } else if (next.startsWith(">") && next.length() > 1) {
                    target = next.replaceFirst(">{1,2}", "");
                    appends = next.startsWith(">>");
                } else if (!next.equals("2>&1") && !next.equals("2>/dev/null")) {
                    rest.add(next);
                }
            }
            boolean foreign = rest.isEmpty() || rest.stream().anyMatch(one -> one.contains(FOREIGN));
            return new Statement(foreign ? List.of(FOREIGN) : rest, target, appends, afterSuccess, afterFailure);
        }
    }
}
