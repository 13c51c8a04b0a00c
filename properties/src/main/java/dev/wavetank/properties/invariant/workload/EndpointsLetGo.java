package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who writes the endpoints of a Service calls no pod ready that was being deleted, or not ready, for longer than a
 * cache may lag.
 *
 * <p>A pod that ends is taken out of the endpoints when its deletion begins, so that its clients have gone when its
 * process ends (Termination of Pods, documentation v1.32). Endpoints that nobody writes anew are judged at rest by
 * EndpointsMatchPods; Services that publish pods that are not ready are not judged.
 */
public final class EndpointsLetGo implements Invariant {

    private final CacheLag lag;
    /** Since when a pod is not to get requests, by its uid; pods that are to get them are left out. */
    private final Map<String, Long> unfitSince = new LinkedHashMap<>();
    /** Services that want pods that are not ready, by key. */
    private final Set<String> tolerant = new LinkedHashSet<>();

    /** In a cluster whose controllers act on caches with this lag. */
    public EndpointsLetGo(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "EndpointsLetGo";
    }

    @Override
    public String reason() {
        return "A pod that ends is taken out of the endpoints when its deletion begins, so that its clients have "
                + "gone when its process ends. Services that publish pods that are not ready are not judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Termination of Pods",
                "staging/src/k8s.io/endpointslice/utils.go, podToEndpoint (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.NETWORK, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "No endpoint is written as ready whose pod is being deleted, or is not ready.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(Pod.class, Service.class, Endpoints.class, EndpointSlice.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        KubernetesObject object = change.object();
        boolean gone = change.change() == WatchEvent.Type.DELETED;
        if (object instanceof Pod pod) {
            if (gone || pod.isActive() && pod.isReady()) {
                unfitSince.remove(pod.uid());
            } else {
                unfitSince.putIfAbsent(pod.uid(), entry.time());
            }
        } else if (object instanceof Service service) {
            if (Boolean.TRUE.equals(service.spec().publishNotReadyAddresses())) {
                tolerant.add(service.key().toString());
            }
        } else if (!gone) {
            judge(object, entry.time(), outcomes);
        }
    }

    private void judge(KubernetesObject object, long now, Outcomes outcomes) {
        Set<String> ready = new TreeSet<>();
        String service = object.key().toString();
        if (object instanceof Endpoints endpoints) {
            endpoints
                    .subsets()
                    .forEach(subset -> subset.addresses().stream()
                            .filter(one -> one.targetRef() != null)
                            .forEach(one ->
                                    ready.add(String.valueOf(one.targetRef().uid()))));
        } else if (object instanceof EndpointSlice slice) {
            service = slice.metadata().namespace() + "/"
                    + slice.metadata().labels().get("kubernetes.io/service-name");
            slice.endpoints().stream()
                    .filter(one -> one.targetRef() != null
                            && one.conditions() != null
                            && Boolean.TRUE.equals(one.conditions().ready()))
                    .forEach(one -> ready.add(String.valueOf(one.targetRef().uid())));
        }
        if (tolerant.contains(service)) {
            return;
        }
        for (String uid : ready) {
            Long since = unfitSince.get(uid);
            if (since != null && !lag.mayHide(since, now)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(object),
                        "was written with pod " + uid + " as ready, which is not to get requests since "
                                + VirtualTime.span(now - since));
            }
        }
    }
}
