package dev.wavetank.sim.causality;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The participants of a story.
 *
 * <p>A component may host several actors, such as the loops of one program. Records have the component's name,
 * requests the actor's. The direct cause of an actor's request belongs to the actor as well, and so do the effects of
 * its request at its component.
 */
final class Cast {

    private final Map<Long, Story.Line> lines = new LinkedHashMap<>();

    /** Maps the number of a server's record to the first request whose arrival it is. */
    private final Map<Long, Story.Line> arrivals = new LinkedHashMap<>();

    /** A component that serves requests hosts no actors. */
    private final Set<String> servers = new LinkedHashSet<>();

    private final Map<String, Set<String>> homes = new LinkedHashMap<>();
    private final Map<Long, String> owners = new LinkedHashMap<>();

    Cast(List<Story.Line> story) {
        for (Story.Line line : story) {
            lines.put(line.entry().number(), line);
            if (line.isRequest()) {
                servers.add(line.place());
            }
        }
        story.stream().filter(Story.Line::isRequest).forEach(this::findHome);
        story.stream().filter(Story.Line::isRequest).forEach(this::ownOrigin);
        for (int i = story.size() - 1; i >= 0; i--) {
            ownCause(story.get(i));
        }
        story.forEach(this::ownEffect);
    }

    /** The line that led to it; null when the story has none. */
    Story.@Nullable Line cause(Story.Line line) {
        return lines.get(line.cause());
    }

    /** The request whose arrival this server's record is; null for other records. */
    Story.@Nullable Line arrivalOf(Story.Line line) {
        return arrivals.get(line.entry().number());
    }

    /** The client: the actor, or its component when several components have an actor of that name. */
    String asker(Story.Line request) {
        Story.Line origin = origin(request);
        Set<String> known = homes.getOrDefault(request.actor(), Collections.emptySet());
        return known.size() > 1 && origin != null && known.contains(origin.place()) ? origin.place() : request.actor();
    }

    /** Where it happened: for a request the server, otherwise the actor of the component, or the component. */
    String place(Story.Line line) {
        return owners.getOrDefault(line.entry().number(), line.place());
    }

    /** The cause of a request, without its own arrival; null when the story does not have it. */
    private Story.@Nullable Line origin(Story.Line request) {
        Story.Line origin = cause(request);
        while (origin != null && !origin.isRequest() && origin.place().equals(request.place())) {
            origin = cause(origin);
        }
        return origin;
    }

    private void findHome(Story.Line request) {
        Story.Line origin = origin(request);
        for (Story.Line line = cause(request); line != null && line != origin; line = cause(line)) {
            arrivals.putIfAbsent(line.entry().number(), request);
        }
        if (origin != null && !origin.isRequest() && !servers.contains(origin.place())) {
            homes.computeIfAbsent(request.actor(), actor -> new LinkedHashSet<>())
                    .add(origin.place());
        }
    }

    private boolean isAtHome(String actor, Story.Line line) {
        Set<String> known = homes.get(actor);
        return !line.isRequest() && known != null && known.size() == 1 && known.contains(line.place());
    }

    private void ownOrigin(Story.Line request) {
        own(origin(request), request.actor());
    }

    private void ownCause(Story.Line line) {
        own(cause(line), owners.get(line.entry().number()));
    }

    private void ownEffect(Story.Line line) {
        Story.Line cause = cause(line);
        if (cause != null) {
            own(
                    line,
                    cause.isRequest() ? cause.actor() : owners.get(cause.entry().number()));
        }
    }

    private void own(Story.@Nullable Line line, @Nullable String actor) {
        if (line != null && actor != null && isAtHome(actor, line)) {
            owners.putIfAbsent(line.entry().number(), actor);
        }
    }
}
