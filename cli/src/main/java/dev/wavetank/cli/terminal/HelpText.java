package dev.wavetank.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines of a help text that fit the terminal and keep their indentation. */
public final class HelpText {

    private static final String CONTINUED = " \\";
    private static final String FURTHER = "    ";

    private HelpText() {}

    /**
     * Breaks what is too long between words; a command line only before an option, as a shell wants it.
     *
     * @param lines as they are when there is room
     * @param width greatest number of characters in a line
     */
    public static String[] fitted(String[] lines, int width) {
        return Arrays.stream(lines)
                .flatMap(line -> fitted(line, width).stream())
                .toArray(String[]::new);
    }

    private static List<String> fitted(String line, int width) {
        if (line.length() <= width) {
            return List.of(line);
        }
        String text = line.stripLeading();
        String indent = line.substring(0, line.length() - text.length());
        boolean isCommand = !indent.isEmpty() && text.startsWith("wavetank ");
        String end = isCommand ? CONTINUED : "";
        List<String> broken = new ArrayList<>();
        StringBuilder current = new StringBuilder(indent);
        String space = "";
        for (String word : text.split(isCommand ? " (?=-)" : " ")) {
            boolean isFirst = space.isEmpty();
            if (!isFirst && current.length() + 1 + word.length() + end.length() > width) {
                broken.add(current + end);
                current = new StringBuilder(indent + (isCommand ? FURTHER : ""));
                space = "";
            }
            current.append(space).append(word);
            space = " ";
        }
        broken.add(current.toString());
        return broken;
    }
}
