package dev.wavetank.sim.random;

import java.util.ArrayList;
import java.util.List;

/** The written form of choices: one line each, see {@link Choice#line}. */
public final class ChoiceText {

    private ChoiceText() {}

    /** All choices, each on a line that ends with a line feed. */
    public static String write(List<Choice> choices) {
        StringBuilder text = new StringBuilder();
        choices.forEach(choice -> text.append(choice.line()).append('\n'));
        return text.toString();
    }

    /**
     * Reads what {@link #write} wrote. Empty lines say nothing.
     *
     * @throws IllegalArgumentException with the number of the line and what is wrong with it
     */
    public static List<Choice> read(String text) {
        List<Choice> choices = new ArrayList<>();
        String[] lines = text.split("\r?\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (!lines[i].isEmpty()) {
                choices.add(read(lines[i], i + 1));
            }
        }
        return choices;
    }

    private static Choice read(String line, int number) {
        try {
            return Choice.parse(line);
        } catch (IllegalArgumentException invalid) {
            throw new IllegalArgumentException("line " + number + ": " + invalid.getMessage(), invalid);
        }
    }
}
