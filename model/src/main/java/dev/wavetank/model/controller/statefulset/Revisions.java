package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The revisions of a StatefulSet in one sync.
 *
 * @param all that the cache showed, the oldest first
 * @param current of the pods that are not updated yet
 * @param update of the present template
 * @param collisions how often the name of a revision was taken
 */
record Revisions(List<ControllerRevision> all, ControllerRevision current, ControllerRevision update, int collisions) {

    /** Those that nobody needs beyond the limit, the oldest first; none for a limit below zero. */
    List<ControllerRevision> superfluous(List<Pod> pods, int limit) {
        Set<String> live = new LinkedHashSet<>();
        live.add(current.metadata().name());
        live.add(update.metadata().name());
        pods.forEach(pod -> live.add(Identity.revision(pod)));
        List<ControllerRevision> history = new ArrayList<>(all);
        history.removeIf(revision -> live.contains(revision.metadata().name()));
        return limit < 0 || history.size() <= limit ? List.of() : history.subList(0, history.size() - limit);
    }
}
