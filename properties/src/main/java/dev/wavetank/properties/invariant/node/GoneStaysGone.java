package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A pod whose end its kubelet has confirmed is not run again. */
public final class GoneStaysGone implements Invariant {

    /** Uids of the pods that kubelets have deleted for good. */
    private final Set<String> confirmed = new TreeSet<>();

    private final boolean isKnown;

    /** @param version of the kubelets */
    public GoneStaysGone(KubernetesVersion version) {
        this.isKnown = !version.has(Feature.WATCH_LIST_CLIENT);
    }

    @Override
    public String name() {
        return "GoneStaysGone";
    }

    @Override
    public String reason() {
        return "After the confirmation another pod of that name may run elsewhere, and a StatefulSet promises"
                + " that there is one of them at most. A kubelet that restarts lists its pods from the cache of an"
                + " API server, which may be behind, and runs what was there; since v1.35 it begins with a watch"
                + " that is as fresh as etcd.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "kubernetes#59848; KEP-3157 (watch list)",
                "Kubernetes documentation v1.32, Force Delete StatefulSet Pods");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.CACHES, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A pod whose end its kubelet has confirmed is not run again.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(ApiRequest.Delete.class, ContainerTrace.Started.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof RequestTrace request
                && request.isWrite()
                && request.call().request() instanceof ApiRequest.Delete delete
                && delete.resource().equals(Resources.PODS)
                && request.call().userAgent().startsWith("kubelet/")
                && request.response() instanceof ApiResponse.One one) {
            confirmed.add(one.object().uid());
        } else if (entry.record() instanceof ContainerTrace.Started started && confirmed.contains(started.uid())) {
            String message = "runs container " + started.container() + " in " + entry.component()
                    + " again, although its kubelet had confirmed its end";
            if (isKnown) {
                outcomes.known(KnownBehaviour.GONE_PODS_RUN_AGAIN, this, "pod/" + started.pod(), message);
            } else {
                outcomes.broken(this, "pod/" + started.pod(), message);
            }
        }
    }
}
