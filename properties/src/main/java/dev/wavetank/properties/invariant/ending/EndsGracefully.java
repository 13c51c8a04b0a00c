package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A pod is gone from the API only when its containers have ended, unless it was deleted without grace: by users with
 * {@code --force}, and by the collector of pods whose node is gone. The kubelet deletes so too, when all has ended. A
 * pod whose phase is final needs no grace.
 */
public final class EndsGracefully implements Invariant {

    private final Map<String, Set<String>> running = new LinkedHashMap<>();
    private final Map<ObjectKey, Pod> gone = new LinkedHashMap<>();
    private boolean isDisturbed;

    @Override
    public String name() {
        return "EndsGracefully";
    }

    @Override
    public String reason() {
        return "A pod of the same name may be made elsewhere at once, while the old one still writes. Once a"
                + " fault has hit a node, containers may run of which its kubelet knows nothing, so that nothing is"
                + " judged.";
    }

    @Override
    public List<String> sources() {
        return List.of("Kubernetes documentation v1.32, Pod Lifecycle, Termination of Pods; Forced Pod termination");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.KUBELET, Tag.DELETION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A pod is gone only when its containers have ended, unless it was deleted without grace.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                ApiRequest.Delete.class,
                ContainerTrace.Started.class,
                ContainerTrace.Ended.class,
                FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof ContainerTrace.Started started) {
            running.computeIfAbsent(started.uid(), missing -> new TreeSet<>()).add(started.id());
        } else if (entry.record() instanceof ContainerTrace.Ended ended) {
            Set<String> ids = running.get(ended.uid());
            if (ids != null && ids.remove(ended.id()) && ids.isEmpty()) {
                running.remove(ended.uid());
            }
        } else if (entry.record() instanceof StoreTrace change
                && change.change() == WatchEvent.Type.DELETED
                && change.object() instanceof Pod pod
                && !pod.isFinished()
                && running.containsKey(pod.uid())) {
            gone.put(pod.key(), pod);
        } else if (entry.record() instanceof FaultTrace.Opened) {
            isDisturbed = true;
        } else if (!gone.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete) {
            Pod pod = gone.remove(delete.key());
            Long asked = delete.options().gracePeriodSeconds();
            Long own = pod == null ? null : pod.spec().terminationGracePeriodSeconds();
            Long grace = asked == null ? own : asked;
            boolean isForced = grace != null && grace == 0;
            boolean isByKubelet = request.call().userAgent().startsWith("kubelet");
            if (pod != null && (!isForced || isByKubelet && !isDisturbed)) {
                outcomes.broken(this, ObjectNames.of(pod), "is gone while its containers run");
            }
        }
    }
}
