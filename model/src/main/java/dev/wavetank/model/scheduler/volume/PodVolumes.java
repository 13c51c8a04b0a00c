package dev.wavetank.model.scheduler.volume;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.volume.VolumeAnnotations;
import dev.wavetank.model.volume.VolumeMatching;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The claims of one pod during one attempt to place it: which nodes they permit, and the required bindings there. */
public final class PodVolumes {

    private static final String UNREACHABLE = "node(s) had volume node affinity conflict";
    private static final String NOTHING_TO_BIND = "node(s) didn't find available persistent volumes to bind";
    private static final String NO_SUCH_VOLUME = "pvc(s) bound to non-existent pv(s)";
    private static final String IN_TREE = "kubernetes.io/";

    private final VolumeBinder binder;
    private final List<PersistentVolumeClaim> bound;
    private final List<PersistentVolumeClaim> waiting;
    private final String refusal;
    private final Severity severity;
    private final Map<String, Plan> plans = new LinkedHashMap<>();
    private List<PersistentVolume> stock;

    /** What becomes of an attempt to place a pod whose claims are not as they should be. */
    enum Severity {
        /** All nodes are refused. */
        REFUSAL,
        /** The attempt fails. */
        ERROR,
        /** Each node that is asked fails. */
        ERROR_OF_NODES
    }

    /**
     * The bindings for one node.
     *
     * @param bindings volumes for claims
     * @param provisions claims that need new volumes
     */
    record Plan(List<Pair> bindings, List<PersistentVolumeClaim> provisions) {}

    /** A claim and the volume to bind. */
    record Pair(PersistentVolume volume, PersistentVolumeClaim claim) {}

    PodVolumes(VolumeBinder binder, List<PersistentVolumeClaim> bound, List<PersistentVolumeClaim> waiting) {
        this(binder, bound, waiting, null, Severity.REFUSAL);
    }

    private PodVolumes(
            VolumeBinder binder,
            List<PersistentVolumeClaim> bound,
            List<PersistentVolumeClaim> waiting,
            String refusal,
            Severity severity) {
        this.severity = severity;
        this.binder = binder;
        this.bound = bound;
        this.waiting = waiting;
        this.refusal = refusal;
    }

    static PodVolumes refused(String why, Severity severity) {
        return new PodVolumes(null, List.of(), List.of(), why, severity);
    }

    /** Why the pod can be placed nowhere, as its claims are. */
    public Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    /** Whether each node is asked, and answers with that error. */
    boolean isLookedAtOnNodes() {
        return severity == Severity.ERROR_OF_NODES;
    }

    /** Whether the attempt fails, instead of finding no node. */
    boolean isError() {
        return severity == Severity.ERROR;
    }

    /** Why the pod cannot run on the node; empty when nothing is against it. */
    List<String> reasonsAgainst(Node node) {
        List<String> reasons = new ArrayList<>(0);
        for (PersistentVolumeClaim claim : bound) {
            PersistentVolume volume = binder.volumes().latest(new ObjectKey(null, claim.volumeName()));
            if (volume == null) {
                reasons.add(
                        binder.version().has(Feature.LOST_VOLUME_TEXT)
                                ? "node(s) unavailable due to one or more " + NO_SUCH_VOLUME
                                : NO_SUCH_VOLUME);
                break;
            }
            if (!VolumeMatching.isReachable(volume, node)) {
                reasons.add(UNREACHABLE);
                break;
            }
        }
        if (!waiting.isEmpty()) {
            Optional<Plan> plan = plan(node);
            if (plan.isPresent()) {
                plans.put(node.metadata().name(), plan.get());
            } else {
                reasons.add(NOTHING_TO_BIND);
            }
        }
        return reasons;
    }

    private Optional<Plan> plan(Node node) {
        Plan plan = new Plan(new ArrayList<>(), new ArrayList<>());
        TreeSet<String> taken = new TreeSet<>();
        for (PersistentVolumeClaim claim : waiting) {
            String selected = claim.metadata().annotations().get(VolumeAnnotations.SELECTED_NODE);
            if (selected != null && !selected.equals(node.metadata().name())) {
                return Optional.empty();
            }
            Optional<PersistentVolume> found =
                    selected != null ? Optional.empty() : VolumeMatching.bestOn(node, claim, stock(), taken);
            if (found.isPresent()) {
                taken.add(found.get().metadata().name());
                plan.bindings().add(new Pair(found.get(), claim));
            } else if (canBeMade(claim, node)) {
                plan.provisions().add(claim);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(plan);
    }

    /** All volumes, as they are during this attempt. */
    private List<PersistentVolume> stock() {
        if (stock == null) {
            stock = binder.volumes().all();
        }
        return stock;
    }

    private boolean canBeMade(PersistentVolumeClaim claim, Node node) {
        StorageClass storageClass = binder.storageClass(claim);
        return storageClass != null
                && !storageClass.provisioner().equals(IN_TREE + "no-provisioner")
                && isAllowed(storageClass.allowedTopologies(), node);
    }

    /** One term must hold; in it, every label has one of its values. */
    private static boolean isAllowed(List<Map<String, Object>> terms, Node node) {
        for (Map<String, Object> term : terms) {
            if (term.get("matchLabelExpressions") instanceof List<?> labels
                    && labels.stream().allMatch(label -> hasLabel(node, label))) {
                return true;
            }
        }
        return terms.isEmpty();
    }

    private static boolean hasLabel(Node node, Object label) {
        return label instanceof Map<?, ?> wanted
                && wanted.get("values") instanceof List<?> values
                && values.contains(node.metadata().labels().get(String.valueOf(wanted.get("key"))));
    }

    /**
     * Assumes the bindings on the selected node.
     *
     * @return the bindings; empty when all claims are bound already
     */
    public Optional<VolumeWrites> reserve(Pod pod, String node) {
        Plan plan = plans.get(node);
        if (plan == null) {
            return Optional.empty();
        }
        VolumeWrites writes = new VolumeWrites(binder, pod, node, plan);
        writes.assume();
        return Optional.of(writes);
    }
}
