package dev.wavetank.model.scheduler.plugin.nodes;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.SignPlugin;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Reasons;
import dev.wavetank.model.scheduler.plugin.helper.Scores;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods off nodes with a taint of effect NoSchedule or NoExecute that they do not tolerate, and prefers nodes with
 * few taints of effect PreferNoSchedule that they do not tolerate.
 */
public final class TaintToleration implements FilterPlugin, ScorePlugin, SignPlugin, EnqueueExtensions {

    /** Its name. */
    public static final String NAME = "TaintToleration";

    private static final String PREFER = "PreferNoSchedule";

    private final KubernetesVersion version;
    private final long most;
    /** Where a refusal does not name the taint. */
    private final @Nullable Status untolerated;
    /** By key and value; as many as there are different taints, so that a refusal allocates nothing. */
    private final Map<String, Map<String, Status>> refusals = new LinkedHashMap<>();

    /** The plug-in of a version. */
    public TaintToleration(KubernetesVersion version) {
        this.version = version;
        this.most = Scores.most(version);
        this.untolerated = namesNone(version);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Object sign(PodInfo pod) {
        return pod.pod().spec().tolerations();
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        List<Node.Taint> taints = node.repellingTaints();
        for (int i = 0; i < taints.size(); i++) {
            if (!pod.pod().spec().tolerates(taints.get(i))) {
                return refusal(taints.get(i));
            }
        }
        return Status.SUCCESS;
    }

    private Status refusal(Node.Taint taint) {
        if (untolerated != null) {
            return untolerated;
        }
        String value = taint.value() == null ? "" : taint.value();
        Map<String, Status> ofKey = refusals.get(taint.key());
        if (ofKey == null) {
            ofKey = new LinkedHashMap<>(2);
            refusals.put(taint.key(), ofKey);
        }
        Status known = ofKey.get(value);
        if (known == null) {
            known = Status.unresolvable(text(taint.key() + ": " + value));
            ofKey.put(value, known);
        }
        return known;
    }

    private static @Nullable Status namesNone(KubernetesVersion version) {
        if (version.has(Feature.UNTOLERATED_TAINTS_TEXT)) {
            return Status.unresolvable("node(s) had untolerated taint(s)");
        }
        return version.has(Feature.NAMED_TAINT_TEXT)
                ? null
                : Status.unresolvable(Reasons.of(
                        version, "node(s) had taints that the pod didn't tolerate", "PodToleratesNodeTaints"));
    }

    private String text(String taint) {
        return version.has(Feature.UNTOLERATED_TAINT_TEXT)
                ? "node(s) had untolerated taint {" + taint + "}"
                : "node(s) had taint {" + taint + "}, that the pod didn't tolerate";
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        List<Node.Taint> taints = node.discouragingTaints();
        long intolerable = 0;
        for (int i = 0; i < taints.size(); i++) {
            if (!toleratesPreference(pod.pod().spec(), taints.get(i))) {
                intolerable++;
            }
        }
        return intolerable;
    }

    /** Tolerations of another effect do not count, those of no effect do. */
    private static boolean toleratesPreference(PodSpec spec, Node.Taint taint) {
        List<PodSpec.Toleration> tolerations = spec.tolerations();
        for (int i = 0; i < tolerations.size(); i++) {
            if (tolerations.get(i).tolerates(taint)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long normalizedZero() {
        return most;
    }

    @Override
    public void normalize(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        Scores.normalize(points, most, true);
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                new Interest(
                        ClusterEvent.of(Resource.NODE, Action.ADD, Action.UPDATE_NODE_TAINT),
                        TaintToleration::isToleratedNow),
                new Interest(
                        ClusterEvent.of(Resource.UNSCHEDULED_POD, Action.UPDATE_POD_TOLERATION),
                        (pod, occurrence) -> occurrence.isAbout(pod)));
    }

    /** Whether the pod tolerates all taints of a node, and did not before. */
    private static boolean isToleratedNow(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        return occurrence.after() instanceof Node after
                && toleratesAll(pod, after)
                && !(occurrence.before() instanceof Node before && toleratesAll(pod, before));
    }

    private static boolean toleratesAll(PodInfo pod, Node node) {
        if (node.spec() == null) {
            return true;
        }
        for (Node.Taint taint : node.spec().taints()) {
            if (!PREFER.equals(taint.effect()) && !pod.pod().spec().tolerates(taint)) {
                return false;
            }
        }
        return true;
    }
}
