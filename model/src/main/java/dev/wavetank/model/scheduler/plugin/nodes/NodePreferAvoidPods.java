package dev.wavetank.model.scheduler.plugin.nodes;

import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.plugin.helper.Scores;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Prefers nodes whose annotation {@code scheduler.alpha.kubernetes.io/preferAvoidPods} does not name the ReplicaSet or
 * ReplicationController of the pod; until v1.22. Its weight of 10000 makes it count more than all others.
 */
public final class NodePreferAvoidPods implements ScorePlugin {

    /** Its name. */
    public static final String NAME = "NodePreferAvoidPods";

    private static final String ANNOTATION = "scheduler.alpha.kubernetes.io/preferAvoidPods";

    private final long most;
    private final ObjectCodec codec = new ObjectCodec();
    private final Map<String, List<Avoided>> read = new LinkedHashMap<>();

    private record Avoided(String kind, String uid) {}

    /** The plug-in of a version. */
    public NodePreferAvoidPods(KubernetesVersion version) {
        this.most = Scores.most(version);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        String annotation = node.node().metadata().annotations().get(ANNOTATION);
        if (annotation == null) {
            return most;
        }
        OwnerReference owner = pod.pod().metadata().controller().orElse(null);
        if (owner == null || !owner.kind().equals("ReplicaSet") && !owner.kind().equals("ReplicationController")) {
            return most;
        }
        for (Avoided avoided : read.computeIfAbsent(annotation, this::parse)) {
            if (avoided.kind.equals(owner.kind()) && avoided.uid.equals(owner.uid())) {
                return 0;
            }
        }
        return most;
    }

    /** An annotation that cannot be read avoids nothing ({@code GetAvoidPodsFromNodeAnnotations}). */
    private List<Avoided> parse(String annotation) {
        List<Avoided> all = new ArrayList<>(1);
        try {
            if (codec.tree(annotation).get("preferAvoidPods") instanceof List<?> entries) {
                for (Object entry : entries) {
                    if (entry instanceof Map<?, ?> one
                            && one.get("podSignature") instanceof Map<?, ?> signature
                            && signature.get("podController") instanceof Map<?, ?> controller) {
                        all.add(new Avoided(
                                String.valueOf(controller.get("kind")), String.valueOf(controller.get("uid"))));
                    }
                }
            }
        } catch (IllegalArgumentException noJson) {
            return List.of();
        }
        return all;
    }
}
