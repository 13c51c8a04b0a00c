package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
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
    private static final List<String> TAINTS =
            List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.resource().equals(Resources.PODS)
                && request.subresource().isEmpty()
                && request.verb() != Verb.DELETE;
    }

    @Override
    public Completion<Verdict> mutate(AdmissionRequest request) {
        Pod pod = (Pod) request.object();
        List<PodSpec.Toleration> tolerations = new ArrayList<>(pod.spec().tolerations());
        for (String taint : TAINTS) {
            if (tolerations.stream().noneMatch(toleration -> covers(toleration, taint))) {
                tolerations.add(new PodSpec.Toleration(taint, "Exists", null, NO_EXECUTE, SECONDS));
            }
        }
        return Completion.of(new Verdict.Admitted(
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
