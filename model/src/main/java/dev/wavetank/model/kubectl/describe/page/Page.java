package dev.wavetank.model.kubectl.describe.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The text of a description while it grows: lines whose cells are parted by tabs, aligned at the end (kubectl,
 * pkg/describe/describe.go, PrefixWriter and tabbedString, v1.32).
 */
public final class Page {

    /** Stands for something that is absent. */
    public static final String NONE = "<none>";

    /** Stands for a field without a value. */
    public static final String UNSET = "<unset>";

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    /** The longest annotation that stands on one line. */
    private static final int ANNOTATION_MAX = 140;

    private final StringBuilder text = new StringBuilder();

    /** Adds a line of cells; each level indents it by two spaces. */
    public Page line(int level, String... cells) {
        text.append("  ".repeat(level)).append(String.join("\t", cells)).append('\n');
        return this;
    }

    /** Adds a line when its value is not empty. */
    public Page lineIf(int level, String title, String value) {
        return value.isEmpty() ? this : line(level, title, value);
    }

    /** Adds text as it is. */
    public Page raw(String more) {
        text.append(more);
        return this;
    }

    /**
     * Adds a title and one value a line, or {@code <none>}.
     *
     * @param indent before the title
     * @param title without the colon
     */
    public Page lines(String indent, String title, Collection<String> values) {
        return lines(indent, "", title, values);
    }

    /**
     * The same with text before every value, which the real command adds where it nests what it writes.
     *
     * @param margin before every value
     */
    public Page lines(String indent, String margin, String title, Collection<String> values) {
        String start = indent + title + ":\t" + margin;
        for (String value : values.isEmpty() ? List.of(NONE) : values) {
            text.append(start).append(value).append('\n');
            start = indent + margin + "\t" + margin;
        }
        return this;
    }

    /** Adds labels, sorted. */
    public Page labels(String title, Map<String, Object> labels) {
        return lines("", title, pairs(labels));
    }

    /** Adds annotations, sorted; long ones and those of several lines begin on a line of their own. */
    public Page annotations(String title, Map<String, Object> annotations) {
        return annotations("", title, annotations);
    }

    /** The same with text before every value. */
    public Page annotations(String margin, String title, Map<String, Object> annotations) {
        List<String> values = new ArrayList<>();
        new TreeMap<>(annotations).forEach((key, value) -> {
            if (!key.equals(LAST_APPLIED)) {
                values.addAll(annotation(key, String.valueOf(value)));
            }
        });
        return lines(margin, margin, title, values);
    }

    private static List<String> annotation(String key, String given) {
        String value = given.endsWith("\n") ? given.substring(0, given.length() - 1) : given;
        if (key.length() + value.length() + 2 <= ANNOTATION_MAX && !value.contains("\n")) {
            return List.of(key + ": " + value);
        }
        List<String> lines = new ArrayList<>(List.of(key + ":"));
        Arrays.stream(value.split("\n", -1)).map(Page::shortened).forEach(lines::add);
        return lines;
    }

    private static String shortened(String line) {
        int longest = ANNOTATION_MAX - 2;
        return "  " + (line.length() > longest ? line.substring(0, longest) + "..." : line);
    }

    /** Labels as {@code key=value}, sorted. */
    public static List<String> pairs(Map<String, Object> labels) {
        return new TreeMap<>(labels)
                .entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .toList();
    }

    /** Labels on one line, or {@code <none>} (apimachinery, pkg/labels, FormatLabels). */
    public static String oneLine(Map<String, Object> labels) {
        return labels.isEmpty() ? NONE : String.join(",", pairs(labels));
    }

    /** Text, or {@code <none>} instead of the empty text. */
    public static String orNone(String value) {
        return value.isEmpty() ? NONE : value;
    }

    /** Text, or {@code <unset>} instead of the empty text. */
    public static String orUnset(String value) {
        return value.isEmpty() ? UNSET : value;
    }

    /** A switch as descriptions print it. */
    public static String yes(boolean value) {
        return value ? "True" : "False";
    }

    /** The text with its tabs, as commands print it that align nothing. */
    public String draft() {
        return text.toString();
    }

    /** The finished text. */
    public String text() {
        return TabbedText.aligned(text.toString());
    }
}
