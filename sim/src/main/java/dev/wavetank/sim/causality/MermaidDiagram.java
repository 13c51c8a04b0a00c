package dev.wavetank.sim.causality;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.ShortText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A story as a Mermaid sequence diagram: an arrow leads from the component of a cause to the one of its effect.
 *
 * <p>Components stand in the order in which they appear. A note over all of them tells the time whenever it has
 * moved on. What has no cause in the story is a note at its component. A dotted arrow belongs to what led to the
 * state that a change found.
 */
public final class MermaidDiagram {

    /** A longer text of an arrow or a note is cut. */
    private static final int LONGEST_TEXT = 100;

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<Long, String> places = new LinkedHashMap<>();
    private final List<String> text = new ArrayList<>();

    private MermaidDiagram() {}

    /** The diagram as Mermaid's text, one statement a line. */
    public static String of(Story story) {
        MermaidDiagram diagram = new MermaidDiagram();
        diagram.text.add("sequenceDiagram");
        story.lines().forEach(line -> diagram.name(line.entry().component()));
        diagram.names.forEach(
                (component, name) -> diagram.text.add("    participant " + name + " as " + escaped(component)));
        long time = -1;
        for (Story.Line line : story.lines()) {
            if (line.entry().time() != time) {
                time = line.entry().time();
                diagram.text.add("    Note over " + diagram.all() + ": " + VirtualTime.format(time));
            }
            diagram.step(line);
        }
        return String.join("\n", diagram.text) + "\n";
    }

    private void name(String component) {
        names.computeIfAbsent(component, missing -> "c" + (names.size() + 1));
    }

    private String all() {
        return names.size() == 1 ? "c1" : "c1,c" + names.size();
    }

    private void step(Story.Line line) {
        String here = names.get(line.entry().component());
        String from = places.get(line.cause());
        String said = escaped(ShortText.cut(words(line), LONGEST_TEXT));
        if (from == null) {
            text.add("    Note over " + here + ": " + said);
        } else {
            text.add("    " + from + (line.reason() == Story.Reason.STATE ? "-->>" : "->>") + here + ": " + said);
        }
        places.put(line.entry().number(), here);
    }

    private static String words(Story.Line line) {
        String actor = line.actor().equals(line.entry().component()) ? "" : line.actor() + " ";
        String meanwhile = line.reason() == Story.Reason.CIRCUMSTANCE ? "meanwhile: " : "";
        return (meanwhile + actor + line.verb() + " " + line.subject() + " " + line.details())
                .replaceAll("\\s+", " ")
                .strip();
    }

    /** What would end a statement, begin a comment or an entity, or be taken for HTML, as an entity of Mermaid. */
    private static String escaped(String words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words.length(); i++) {
            char c = words.charAt(i);
            if ("#;%<>".indexOf(c) >= 0) {
                text.append('#').append((int) c).append(';');
            } else {
                text.append(Character.isISOControl(c) ? ' ' : c);
            }
        }
        return text.toString();
    }
}
