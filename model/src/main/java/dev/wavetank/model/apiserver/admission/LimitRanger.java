package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives new pods the requests and limits that the limit ranges of their namespace have for those who give none, and
 * refuses pods and claims outside of the bounds ({@code LimitRanger}).
 *
 * <p>Knows limit ranges through the server's cache: a new one counts a little after it was stored. Old releases ask
 * etcd while their cache has none for the namespace, and then use that answer for half a minute.
 */
public final class LimitRanger implements AdmissionPlugin {

    private static final String CLAIMS = "persistentvolumeclaims";
    private static final long LIVE_TTL = 30 * VirtualTime.SECOND;

    private final ClusterView cluster;
    private final Map<String, Live> live = new LinkedHashMap<>();

    /** What etcd said about a namespace. */
    private record Live(List<LimitRange> ranges, long until) {}

    /** The plugin over a view of the cluster. */
    public LimitRanger(ClusterView cluster) {
        this.cluster = cluster;
        cluster.follow(Resources.LIMIT_RANGES);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.creates(Resources.PODS)
                || request.resizesPod()
                || request.writesObject() && request.resource().isCore(CLAIMS) && !isOfDeleted(request);
    }

    /** Whether the change is one of an object that goes, such as the removal of a finalizer. */
    private static boolean isOfDeleted(AdmissionRequest request) {
        return request.verb() == Verb.UPDATE && request.object().metadata().isDeleting();
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        return ranges(request).map(ranges -> {
            if (!(request.object() instanceof Pod given)) {
                return new AdmissionDecision.Admitted(request.object());
            }
            Pod pod = given;
            for (LimitRange range : ranges) {
                pod = LimitDefaults.apply(range, pod);
            }
            return new AdmissionDecision.Admitted(pod);
        });
    }

    @Override
    public Completion<AdmissionDecision> validate(AdmissionRequest request) {
        return ranges(request).map(ranges -> {
            for (LimitRange range : ranges) {
                Set<String> errors = new LinkedHashSet<>(
                        request.object() instanceof Pod pod
                                ? LimitBounds.violations(range, pod.spec())
                                : LimitBounds.violations(range, (PersistentVolumeClaim) request.object()));
                if (!errors.isEmpty()) {
                    String why = errors.size() == 1 ? errors.iterator().next() : errors.toString();
                    return new AdmissionDecision.Refused(Status.forbidden(request.resource(), request.name(), why));
                }
            }
            return new AdmissionDecision.Admitted(request.object());
        });
    }

    private Completion<List<LimitRange>> ranges(AdmissionRequest request) {
        String namespace = request.namespace();
        List<LimitRange> ranges = new ArrayList<>();
        cluster.cached(Resources.LIMIT_RANGES, namespace).forEach(range -> ranges.add((LimitRange) range));
        if (!ranges.isEmpty() || !cluster.version().has(Feature.LIMIT_RANGE_LIVE_LOOKUP)) {
            return Completion.of(ranges);
        }
        Live known = live.get(namespace);
        if (known != null && cluster.now() < known.until()) {
            return Completion.of(known.ranges());
        }
        return cluster.liveList(Resources.LIMIT_RANGES, namespace).map(response -> {
            if (response instanceof EtcdResponse.Entries found) {
                found.entries().forEach(entry -> ranges.add((LimitRange) entry.value()));
                live.put(namespace, new Live(ranges, cluster.now() + LIVE_TTL));
            }
            return ranges;
        });
    }
}
