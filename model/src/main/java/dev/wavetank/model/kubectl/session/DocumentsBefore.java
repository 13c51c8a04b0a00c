package dev.wavetank.model.kubectl.session;

import java.util.List;

/** The documents of a text that end before some line: the real command reads one document after the other. */
final class DocumentsBefore {

    private DocumentsBefore() {}

    /** The whole documents before the one that a line belongs to; empty when that is the first. */
    static String line(String text, int line) {
        List<String> lines = text.lines().toList();
        int end = Math.min(line, lines.size()) - 1;
        while (end > 0 && !lines.get(end).equals("---")) {
            end--;
        }
        return end <= 0 ? "" : String.join("\n", lines.subList(0, end)) + "\n";
    }
}
