package dev.wavetank.reports.story;

import dev.wavetank.model.trace.hop.AuthenticationHop;
import dev.wavetank.model.trace.hop.DeliveryHop;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A way as a Mermaid sequence diagram: an arrow is a message from one component to another, a note is what a component
 * does by itself. A note over all shows the time whenever it has advanced by a millisecond.
 */
public final class StoryDiagram {

    private static final long SAME_TIME = VirtualTime.MILLISECOND;

    private final Map<String, String> participants = new LinkedHashMap<>();
    private final StringBuilder steps = new StringBuilder();

    private StoryDiagram(Way way) {
        way.steps()
                .forEach(step ->
                        participants.computeIfAbsent(step.component(), component -> "c" + (participants.size() + 1)));
    }

    /** The diagram as Mermaid's text, one statement a line. */
    public static String of(Way way) {
        StoryDiagram diagram = new StoryDiagram(way);
        diagram.draw(way);
        StringBuilder text = new StringBuilder("sequenceDiagram\n");
        diagram.participants.forEach((component, name) -> text.append("    participant ")
                .append(name)
                .append(" as ")
                .append(component)
                .append('\n'));
        return text.append(diagram.steps).toString();
    }

    private void draw(Way way) {
        String at = "";
        String server = "";
        long shown = Long.MIN_VALUE / 2;
        for (TraceEntry step : way.steps()) {
            Optional<String> sentence = Sentences.of(step);
            if (sentence.isEmpty()) {
                continue;
            }
            long now = Way.time(step);
            if (now - shown >= SAME_TIME) {
                shown = now;
                line("Note over c1" + (participants.size() == 1 ? "" : ",c" + participants.size()) + ": "
                        + VirtualTime.format(now));
            }
            String here = String.valueOf(participants.get(step.component()));
            if (step.record() instanceof AuthenticationHop) {
                server = here;
            } else if (step.record() instanceof DeliveryHop && !server.isEmpty()) {
                // etcd has only one client: the API server passes changes on.
                at = server;
            }
            line(
                    at.isEmpty() || at.equals(here)
                            ? "Note over " + here + ": " + escaped(sentence.get())
                            : at + "->>" + here + ": " + escaped(sentence.get()));
            at = here;
        }
    }

    private void line(String statement) {
        steps.append("    ").append(statement).append('\n');
    }

    /** Mermaid ends a statement at a semicolon, and takes a number sign for an entity. */
    private static String escaped(String text) {
        return text.replace("#", "#35;").replace(";", "#59;");
    }
}
