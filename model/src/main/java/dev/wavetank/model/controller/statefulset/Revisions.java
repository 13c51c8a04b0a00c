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
 * @param all the cached revisions, the oldest first
 * @param current revision of the pods that are not updated yet
 * @param update revision of the present template
 * @param collisions the collision count of revision names
 */
record Revisions(List<ControllerRevision> all, ControllerRevision current, ControllerRevision update, int collisions) {

    /** The unused revisions beyond the limit, the oldest first; none for a negative limit. */
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
