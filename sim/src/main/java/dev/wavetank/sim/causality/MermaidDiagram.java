package dev.wavetank.sim.causality;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.ShortText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A story as a Mermaid sequence diagram: an arrow leads from the client to the server, and from the server to each
 * component that observes the change.
 *
 * <p>Actors and components stand in the order in which they appear. A change that was made for a request is two
 * arrows: the request, and what the one that answered had stored. The effects of the change come from the server,
 * because a store is assumed to send to no other component. What an actor does by itself is a note at it, and a note
 * over all of them shows the time whenever it has advanced. A dotted arrow belongs to what led to the state that a
 * change found.
 *
 * <p>A longer story has only its beginning and its end, as in {@link StoryText}, because renderers reject longer
 * texts.
 */
public final class MermaidDiagram {

    /** A longer text of an arrow or a note is cut. */
    private static final int LONGEST_TEXT = 100;

    /** Placeholder for all participants until they are known; a control character, which no text contains. */
    private static final String ALL = "\0";

    private final Cast cast;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final List<String> steps = new ArrayList<>();
    private long time = -1;

    private MermaidDiagram(Story story) {
        this.cast = new Cast(story.lines());
    }

    /** The diagram as Mermaid's text, one statement a line. */
    public static String of(Story story) {
        MermaidDiagram diagram = new MermaidDiagram(story);
        List<Story.Line> lines = story.lines();
        int left = Math.max(0, lines.size() - StoryText.MOST);
        int beginning = Math.min(StoryText.BEGINNING, lines.size());
        diagram.steps(lines.subList(0, beginning));
        if (left > 0) {
            diagram.noteOverAll("... (" + left + " records left out)");
        }
        diagram.steps(lines.subList(beginning + left, lines.size()));
        return diagram.text();
    }

    /** The participants are known only at the end. */
    private String text() {
        StringBuilder text = new StringBuilder("sequenceDiagram\n");
        names.forEach((actor, name) -> text.append("    participant " + name + " as ")
                .append(escaped(actor))
                .append('\n'));
        String all = names.size() == 1 ? "c1" : "c1,c" + names.size();
        steps.forEach(step -> text.append(step.replace(ALL, all)).append('\n'));
        return text.toString();
    }

    private void steps(List<Story.Line> lines) {
        for (Story.Line line : lines) {
            if (line.entry().time() != time) {
                time = line.entry().time();
                noteOverAll(VirtualTime.format(time));
            }
            step(line);
        }
    }

    private void step(Story.Line line) {
        Story.Line request = line.isRequest() ? line : cast.arrivalOf(line);
        String words = line.verb() + " " + line.subject();
        if (line.reason() == Story.Reason.CIRCUMSTANCE) {
            note(line.place(), "meanwhile: " + words + " " + line.details());
        } else if (request == null) {
            Story.Line cause = cast.cause(line);
            String here = cast.place(line);
            arrow(line, cause == null ? here : cast.place(cause), here, words + " " + line.details());
        } else {
            String asker = cast.asker(request);
            hear(line, asker);
            ask(line, asker, words);
        }
    }

    /** How the client learned of the reason, where no line shows it. */
    private void hear(Story.Line line, String asker) {
        Story.Line cause = cast.cause(line);
        if (cause == null) {
            return;
        }
        boolean isOwn = cause.isRequest() && cast.asker(cause).equals(asker);
        boolean isArrival = !cause.isRequest() && cause.place().equals(line.place());
        if (!isOwn && !isArrival && !cast.place(cause).equals(asker)) {
            String what = cause.subject().isEmpty() ? cause.verb() : cause.subject();
            arrow(line, cast.place(cause), asker, "hears of " + what);
        }
    }

    /** A request, or its arrival. */
    private void ask(Story.Line line, String asker, String words) {
        String store = line.entry().component();
        if (store.equals(line.place())) {
            arrow(line, asker, store, words + " " + line.details());
        } else {
            arrow(line, asker, line.place(), words);
            arrow(line, line.place(), store, line.entry().record().verb() + " " + line.details());
        }
    }

    private void arrow(Story.Line line, String from, String to, String words) {
        if (from.equals(to)) {
            note(to, words);
        } else {
            String arrow = line.reason() == Story.Reason.STATE ? "-->>" : "->>";
            steps.add("    " + name(from) + arrow + name(to) + ": " + said(words));
        }
    }

    private void noteOverAll(String words) {
        steps.add("    Note over " + ALL + ": " + words);
    }

    private void note(String actor, String words) {
        steps.add("    Note over " + name(actor) + ": " + said(words));
    }

    private String name(String actor) {
        return names.computeIfAbsent(actor, missing -> "c" + (names.size() + 1));
    }

    private static String said(String words) {
        return escaped(ShortText.cut(words.replaceAll("\\s+", " ").strip(), LONGEST_TEXT));
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
