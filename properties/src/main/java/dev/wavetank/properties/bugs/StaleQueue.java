package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.queue.QueueSettings;
import dev.wavetank.model.scheduler.queue.QueuedPod;
import dev.wavetank.model.scheduler.queue.SchedulingQueue;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Adds who refuses a pod to those that ever did. */
final class StaleQueue extends SchedulingQueue {

    private final Map<String, Set<String>> refusals = new LinkedHashMap<>();

    StaleQueue(Context context, QueueSettings settings, Parts parts) {
        super(context, settings, parts);
    }

    @Override
    public void putBack(QueuedPod pod, Pod latest, Set<String> refusedBy) {
        Set<String> all = refusals.computeIfAbsent(pod.uid(), unknown -> new TreeSet<>());
        all.addAll(refusedBy);
        super.putBack(pod, latest, new TreeSet<>(all));
    }
}
