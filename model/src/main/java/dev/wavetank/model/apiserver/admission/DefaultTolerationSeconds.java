package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Lets pods stay for five minutes on a node that is not ready or not reachable, unless they say otherwise themselves
 * ({@code DefaultTolerationSeconds}).
 */
public final class DefaultTolerationSeconds implements AdmissionPlugin {

    /** {@code --default-not-ready-toleration-seconds} and {@code --default-unreachable-toleration-seconds}. */
    private static final long SECONDS = 300;

    private static final String NO_EXECUTE = "NoExecute";

    /** What a pod without tolerations gets: shared by all of them. */
    private final List<PodSpec.Toleration> all;

    /** The plugin over a view of the cluster: v1.8 has other names for the taints. */
    public DefaultTolerationSeconds(ClusterView cluster) {
        boolean isOld = !cluster.version().has(Feature.STABLE_NODE_TAINT_NAMES);
        this.all = List.of(
                tolerating(isOld ? "node.alpha.kubernetes.io/notReady" : "node.kubernetes.io/not-ready"),
                tolerating(isOld ? "node.alpha.kubernetes.io/unreachable" : "node.kubernetes.io/unreachable"));
    }

    private static PodSpec.Toleration tolerating(String taint) {
        return new PodSpec.Toleration(taint, "Exists", null, NO_EXECUTE, SECONDS);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.resource().equals(Resources.PODS)
                && request.subresource().isEmpty()
                && request.verb() != Verb.DELETE;
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        Pod pod = (Pod) request.object();
        if (pod.spec().tolerations().isEmpty()) {
            return Completion.of(
                    new AdmissionDecision.Admitted(pod.withSpec(pod.spec().withTolerations(all))));
        }
        List<PodSpec.Toleration> tolerations = new ArrayList<>(pod.spec().tolerations());
        for (PodSpec.Toleration missing : all) {
            if (tolerations.stream().noneMatch(toleration -> covers(toleration, missing.key()))) {
                tolerations.add(missing);
            }
        }
        return Completion.of(new AdmissionDecision.Admitted(
                tolerations.size() == pod.spec().tolerations().size()
                        ? pod
                        : pod.withSpec(pod.spec().withTolerations(Collections.unmodifiableList(tolerations)))));
    }

    private static boolean covers(PodSpec.Toleration toleration, String taint) {
        return (isEmpty(toleration.key()) || toleration.key().equals(taint))
                && (isEmpty(toleration.effect()) || toleration.effect().equals(NO_EXECUTE));
    }

    private static boolean isEmpty(String text) {
        return text == null || text.isEmpty();
    }
}
