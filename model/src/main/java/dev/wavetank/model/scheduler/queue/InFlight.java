package dev.wavetank.model.scheduler.queue;

import dev.wavetank.model.scheduler.framework.ClusterEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pods that are being placed or bound, and the events since each was taken ({@code activeQueue.inFlightEvents}).
 */
final class InFlight {

    private final Map<String, Long> begins = new LinkedHashMap<>();
    private final ArrayDeque<ClusterEvent.Occurrence> events = new ArrayDeque<>();
    /** How many events have been dropped. */
    private long dropped;

    void begin(QueuedPod pod) {
        begins.remove(pod.uid());
        begins.put(pod.uid(), dropped + events.size());
    }

    boolean contains(String uid) {
        return begins.containsKey(uid);
    }

    /** The pods that are in flight. */
    Set<String> uids() {
        return Collections.unmodifiableSet(begins.keySet());
    }

    void add(ClusterEvent.Occurrence occurrence) {
        if (!begins.isEmpty()) {
            events.add(occurrence);
        }
    }

    /** Ends the flight of a pod. Returns the events that came meanwhile. */
    List<ClusterEvent.Occurrence> end(String uid) {
        Long begin = begins.remove(uid);
        if (begin == null) {
            return List.of();
        }
        List<ClusterEvent.Occurrence> meanwhile = new ArrayList<>();
        long number = dropped;
        for (ClusterEvent.Occurrence occurrence : events) {
            if (number++ >= begin) {
                meanwhile.add(occurrence);
            }
        }
        trim();
        return meanwhile;
    }

    /** Ends the flight of a pod that does not come back. */
    void drop(String uid) {
        if (begins.remove(uid) != null) {
            trim();
        }
    }

    /** Drops what came before the oldest flight. Flights are in the order in which they began. */
    private void trim() {
        Iterator<Long> oldest = begins.values().iterator();
        long needed = oldest.hasNext() ? oldest.next() : dropped + events.size();
        while (dropped < needed) {
            events.remove();
            dropped++;
        }
    }
}
