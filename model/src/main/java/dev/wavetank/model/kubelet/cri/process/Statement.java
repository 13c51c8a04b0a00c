package dev.wavetank.model.kubelet.cri.process;

import java.util.ArrayList;
import java.util.List;

/**
 * One simple command of a shell script.
 *
 * @param words the command and its arguments, without quotes
 * @param target the file that its output goes to; may be empty
 * @param afterSuccess whether it runs only when the command before has succeeded ({@code &&})
 * @param afterFailure whether it runs only when the command before has failed ({@code ||})
 */
record Statement(List<String> words, String target, boolean afterSuccess, boolean afterFailure) {

    /** A word that no command has: what it stands for is not understood. */
    private static final String FOREIGN = "\0";

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
            boolean foreign = "&|`(){}".indexOf(next) >= 0 && !text.startsWith("&1", at);
            word.append(foreign ? FOREIGN : String.valueOf(next));
            inWord = true;
            at++;
        }

        private void quoted(char quote) {
            int end = text.indexOf(quote, at + 1);
            int stop = end < 0 ? text.length() : end;
            word.append(text, at + 1, stop);
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
            for (int i = 0; i < words.size(); i++) {
                String next = words.get(i);
                if ((next.equals(">") || next.equals(">>")) && i + 1 < words.size()) {
                    target = words.get(++i);
                } else if (next.startsWith(">") && next.length() > 1) {
                    target = next.replaceFirst(">{1,2}", "");
                } else if (!next.equals("2>&1") && !next.equals("2>/dev/null")) {
                    rest.add(next);
                }
            }
            boolean foreign = rest.isEmpty() || rest.stream().anyMatch(one -> one.contains(FOREIGN));
            return new Statement(foreign ? List.of(FOREIGN) : rest, target, afterSuccess, afterFailure);
        }
    }
}
