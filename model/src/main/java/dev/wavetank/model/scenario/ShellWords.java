package dev.wavetank.model.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Divides a line into words as a POSIX shell does: quotes keep blanks together, a backslash takes the next letter as it
 * is. Variables, patterns and pipes are no part of it.
 */
final class ShellWords {

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int next;

    private ShellWords(String line) {
        this.line = line;
    }

    /** Letters that no shell takes for anything but themselves. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    /** A line that stands for the words: those that a shell would divide or change are quoted. */
    static String line(List<String> words) {
        return words.stream()
                .map(word -> PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    /**
     * The words of a line.
     *
     * @throws IllegalArgumentException when a quote has no end
     */
    static List<String> of(String line) {
        return new ShellWords(line).split();
    }

    private List<String> split() {
        while (next < line.length()) {
            char letter = line.charAt(next++);
            if (Character.isWhitespace(letter)) {
                end();
            } else if (letter == '\'' || letter == '"') {
                quoted(letter);
            } else {
                inWord = true;
                word.append(letter == '\\' && next < line.length() ? line.charAt(next++) : letter);
            }
        }
        end();
        return words;
    }

    private void end() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }

    /** In double quotes, a backslash still takes a quote or another backslash as it is. */
    private void quoted(char quote) {
        inWord = true;
        while (next < line.length()) {
            char letter = line.charAt(next++);
            if (letter == quote) {
                return;
            }
            boolean escapes = quote == '"' && letter == '\\' && next < line.length();
            if (escapes && "\"\\".indexOf(line.charAt(next)) >= 0) {
                letter = line.charAt(next++);
            }
            word.append(letter);
        }
        throw new IllegalArgumentException("the quote " + quote + " has no end");
    }
}
