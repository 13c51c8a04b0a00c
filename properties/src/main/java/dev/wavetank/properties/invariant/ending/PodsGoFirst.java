package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Of a namespace that is deleted the pods go first, and everything else only when none is left. */
public final class PodsGoFirst implements Invariant {

    private final CacheLag lag;
    private final boolean isPromised;
    /** When the pods that there are came, by namespace and uid. */
    private final Map<String, Map<String, Long>> pods = new LinkedHashMap<>();

    /** In a cluster of this version, with the age of what controllers act on. */
    public PodsGoFirst(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.isPromised = version.has(Feature.ORDERED_NAMESPACE_DELETION);
    }

    @Override
    public String name() {
        return "PodsGoFirst";
    }

    @Override
    public String reason() {
        return "Otherwise a pod may outlive the NetworkPolicy or the Secret that guards it. A pod that came just"
                + " now, the controller may not have seen. Judged since v1.33, which promises it.";
    }

    @Override
    public List<String> sources() {
        return List.of("KEP-5080 (ordered namespace deletion, v1.33)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DELETION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "Of a namespace that is deleted the pods go first, and everything else only when none is left.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ApiRequest.DeleteCollection.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            Map<String, Long> all = pods.computeIfAbsent(pod.key().namespace(), first -> new LinkedHashMap<>());
            if (change.change() == WatchEvent.Type.DELETED) {
                all.remove(pod.uid());
            } else {
                all.putIfAbsent(pod.uid(), entry.time());
            }
        } else if (isPromised
                && entry.record() instanceof RequestTrace request
                && request.call().userAgent().equals(KubernetesController.NAMESPACE.userAgent())
                && request.call().request() instanceof ApiRequest.DeleteCollection all
                && request.isWrite()
                && !all.resource().plural().equals("pods")) {
            long left = pods.getOrDefault(all.namespace(), Map.of()).values().stream()
                    .filter(since -> !lag.mayHide(since, entry.time()))
                    .count();
            if (left > 0) {
                outcomes.broken(
                        this,
                        "namespace/" + all.namespace(),
                        "loses its " + all.resource().plural() + " while it has " + left + " pods");
            }
        }
    }
}
