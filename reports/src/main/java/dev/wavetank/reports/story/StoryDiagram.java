package dev.wavetank.reports.story;

import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.trace.hop.ContainerHop;
import dev.wavetank.model.trace.hop.DeliveryHop;
import dev.wavetank.model.trace.hop.ServerHop;
import dev.wavetank.model.trace.hop.StatusHop;
import dev.wavetank.reports.attribution.Steps;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.causality.Story;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.List;
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
    /** The participant that acted last, and the API server; empty before. */
    private String at = "";

    private String server = "";
    /** What the server answered that acted last; empty when it did something else. */
    private String answer = "";

    private final boolean whole;

    private StoryDiagram(List<TraceEntry> all, boolean whole) {
        this.whole = whole;
        for (TraceEntry step : all) {
            if (Sentences.of(step).isPresent() && !(step.record() instanceof FaultTrace)) {
                participants.computeIfAbsent(step.component(), component -> "c" + (participants.size() + 1));
            }
        }
    }

    /** The diagram as Mermaid's text, one statement a line. */
    public static String of(Way way) {
        return of(way.steps(), true);
    }

    /** The diagram of what led to a failure, without notes about what belongs to every request. */
    public static String of(Story failure) {
        return of(failure.lines().stream().map(Story.Line::entry).toList(), false);
    }

    private static String of(List<TraceEntry> all, boolean whole) {
        StoryDiagram diagram = new StoryDiagram(all, whole);
        diagram.draw(all);
        StringBuilder text = new StringBuilder("sequenceDiagram\n");
        diagram.participants.forEach((component, name) -> text.append("    participant ")
                .append(name)
                .append(" as ")
                .append(component)
                .append('\n'));
        return text.append(diagram.steps).toString();
    }

    private void draw(List<TraceEntry> all) {
        long shown = Long.MIN_VALUE / 2;
        for (TraceEntry step : all) {
            Optional<String> sentence = Sentences.of(step);
            if (sentence.isPresent()) {
                long now = Steps.end(step);
                if (now - shown >= SAME_TIME) {
                    shown = now;
                    noteOverAll(VirtualTime.format(now));
                }
                draw(step, sentence.get());
            }
        }
    }

    private void noteOverAll(String text) {
        line("Note over c1" + (participants.size() > 1 ? ",c" + participants.size() : "") + ": " + escaped(text));
    }

    private void draw(TraceEntry step, String sentence) {
        TraceRecord does = step.record();
        if (does instanceof FaultTrace) {
            noteOverAll(sentence);
            return;
        }
        String here = String.valueOf(participants.get(step.component()));
        if (does instanceof ServerHop.Authenticated) {
            server = here;
        } else if (does instanceof DeliveryHop && !server.isEmpty()) {
            // etcd has only one client: the API server passes changes on.
            at = server;
        }
        String message = message(does).isEmpty() ? answer : message(does);
        if (!at.isEmpty() && !at.equals(here) && !message.isEmpty()) {
            line(at + "->>" + here + ": " + escaped(message));
        }
        boolean isAllMessage = does instanceof DeliveryHop && !at.equals(here);
        if (!isAllMessage && (whole || !Sentences.isRoutine(step))) {
            line("Note over " + here + ": " + escaped(sentence));
        }
        at = here;
        answer = does instanceof RequestTrace request ? "answer " + request.code() : "";
    }

    /** What the component was sent that acts now; empty when it acts by itself. */
    private static String message(TraceRecord does) {
        if (does instanceof ServerHop.Authenticated authenticated) {
            return authenticated.request();
        } else if (does instanceof StoreTrace change) {
            return (change.type().equals("store.deleted") ? "delete " : "put ") + change.subject();
        } else if (does instanceof DeliveryHop delivery) {
            return (delivery.listed() ? "list: " : "watch: ") + delivery.object() + " " + delivery.change();
        } else if (does instanceof ContainerHop container) {
            return "StartContainer " + container.container();
        } else if (does instanceof StatusHop) {
            return "state of the containers";
        } else if (does instanceof RequestTrace) {
            return "committed";
        }
        return does instanceof Milestone milestone ? message(milestone.point()) : "";
    }

    private static String message(Milestone.Point point) {
        return switch (point) {
            case SANDBOX_READY, NETWORK_READY -> "RunPodSandbox";
            case IMAGES_PULLED -> "PullImage is done";
            case CONTAINERS_STARTED -> "StartContainer is done";
            default -> "";
        };
    }

    private void line(String statement) {
        steps.append("    ").append(statement).append('\n');
    }

    /** Mermaid ends a statement at a semicolon, and takes a number sign for an entity. */
    private static String escaped(String text) {
        return text.replace("#", "#35;").replace(";", "#59;").replace('\n', ' ');
    }
}
