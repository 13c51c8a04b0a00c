package dev.wavetank.model.controller.endpoint;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The time of the change that triggered a write of endpoints: the earliest change of readiness or creation that was
 * observed since the last sync of the service ({@code TriggerTimeTracker}, v1.14). A crash loses this state; after it
 * the creation of the service counts, as in the real controller.
 */
public final class TriggerTimes {

    private static final String ANNOTATION = "endpoints.kubernetes.io/last-change-trigger-time";

    private final Map<ObjectKey, Seen> seen = new LinkedHashMap<>();

    /**
     * The state at the last sync of a service.
     *
     * @param service when it was created; null when that is not known
     * @param pods when their readiness changed, by name
     */
    private record Seen(Instant service, Map<String, Instant> pods) {}

    /**
     * The trigger time of this write; null without such a change. Call it in every sync of a service, even when the
     * sync writes nothing.
     */
    public Instant next(Service service, List<Pod> pods) {
        Seen before = seen.getOrDefault(service.key(), new Seen(null, new LinkedHashMap<>()));
        Instant created = service.metadata().creationTimestamp();
        Seen now = new Seen(created, new LinkedHashMap<>());
        Instant earliest = null;
        for (Pod pod : pods) {
            Instant time = pod.condition("Ready")
                    .map(Pod.Condition::lastTransitionTime)
                    .orElse(null);
            if (time != null) {
                String name = pod.key().name();
                now.pods.put(name, time);
                earliest = earlier(earliest, time, before.pods.get(name));
            }
        }
        if (created != null) {
            earliest = earlier(earliest, created, before.service);
        }
        return seen.put(service.key(), now) == null ? created : earliest;
    }

    /** The earlier of both times, if it is new. */
    private static Instant earlier(Instant earliest, Instant time, Instant before) {
        boolean isNews = before == null || time.isAfter(before);
        return isNews && (earliest == null || time.isBefore(earliest)) ? time : earliest;
    }

    /** Forgets a deleted service. */
    public void forget(ObjectKey service) {
        seen.remove(service);
    }

    /** The annotations with that time, or without any where it is null. */
    public static Map<String, String> annotated(Map<String, String> annotations, Instant time) {
        Map<String, String> changed = new LinkedHashMap<>(annotations);
        if (time == null) {
            changed.remove(ANNOTATION);
        } else {
            changed.put(ANNOTATION, time.toString());
        }
        return changed;
    }
}
