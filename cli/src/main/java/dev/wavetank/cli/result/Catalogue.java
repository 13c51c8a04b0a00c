package dev.wavetank.cli.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A list of what can be named on the command line or in a scenario, as text and for programs.
 *
 * @param name of the list for programs, such as {@code settings}
 * @param heading one sentence for people: how many there are and where they are used
 * @param entries what there is
 */
public record Catalogue(String name, String heading, List<Entry> entries) {

    /**
     * One name.
     *
     * @param name as it is written
     * @param meaning one sentence
     * @param details more facts by their names, such as {@code default}, as texts and lists of texts. For people,
     *     words stand in one line and sentences in a line each, and empty ones are left out
     */
    public record Entry(String name, String meaning, Map<String, ?> details) {}

    private static final String INDENT = "    ";

    /** For people: the name, then its meaning and details, indented. */
    public String text() {
        List<String> lines = new ArrayList<>();
        lines.add(heading);
        for (Entry entry : entries) {
            lines.add("");
            lines.add(entry.name());
            lines.add(INDENT + entry.meaning());
            entry.details()
                    .forEach((detail, value) -> texts(value)
                            .filter(text -> !text.isEmpty())
                            .forEach(text -> lines.add(INDENT + detail + ": " + text)));
        }
        return String.join("\n", lines);
    }

    private static Stream<String> texts(Object value) {
        if (!(value instanceof List<?> several)) {
            return Stream.of(value.toString());
        }
        List<String> texts = several.stream().map(String::valueOf).toList();
        return texts.stream().anyMatch(text -> text.contains(" "))
                ? texts.stream()
                : Stream.of(String.join(", ", texts));
    }

    /** For programs. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = JsonResult.document(name);
        tree.put(name, entries.stream().map(Catalogue::tree).toList());
        return tree;
    }

    private static Map<String, Object> tree(Entry entry) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", entry.name());
        tree.put("meaning", entry.meaning());
        tree.putAll(entry.details());
        return tree;
    }
}
