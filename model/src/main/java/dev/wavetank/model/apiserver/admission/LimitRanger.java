package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Gives new pods the requests and limits that the limit ranges of their namespace have for those who give none, and
 * refuses pods outside of the bounds ({@code LimitRanger}).
 *
 * <p>Knows limit ranges through the server's cache only: a new one counts a little after it was stored. The real
 * server asks etcd once every 30 s while its cache has none.
 */
public final class LimitRanger implements AdmissionPlugin {

    private final ClusterView cluster;

    /** The plugin over a view of the cluster. */
    public LimitRanger(ClusterView cluster) {
        this.cluster = cluster;
        cluster.follow(Resources.LIMIT_RANGES);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.creates(Resources.PODS);
    }

    @Override
    public Completion<Verdict> mutate(AdmissionRequest request) {
        Pod pod = (Pod) request.object();
        for (LimitRange range : ranges(request)) {
            pod = LimitDefaults.apply(range, pod);
        }
        return Completion.of(new Verdict.Admitted(pod));
    }

    @Override
    public Completion<Verdict> validate(AdmissionRequest request) {
        for (LimitRange range : ranges(request)) {
            Set<String> errors = new LinkedHashSet<>(LimitBounds.violations(range, ((Pod) request.object()).spec()));
            if (!errors.isEmpty()) {
                String why = errors.size() == 1 ? errors.iterator().next() : errors.toString();
                return Completion.of(new Verdict.Refused(Status.forbidden(request.resource(), request.name(), why)));
            }
        }
        return Completion.of(new Verdict.Admitted(request.object()));
    }

    private List<LimitRange> ranges(AdmissionRequest request) {
        List<KubernetesObject> cached = cluster.cached(Resources.LIMIT_RANGES, request.namespace());
        List<LimitRange> ranges = new ArrayList<>(cached.size());
        cached.forEach(range -> ranges.add((LimitRange) range));
        return ranges;
    }
}
