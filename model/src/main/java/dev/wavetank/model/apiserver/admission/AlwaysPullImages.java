package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Has every container pull its image each time, so that no pod runs an image that only another tenant of the node may
 * pull ({@code AlwaysPullImages}).
 */
public final class AlwaysPullImages implements AdmissionPlugin {

    private static final String ALWAYS = "Always";

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.resource().equals(Resources.PODS) && request.writesObject();
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        Pod pod = (Pod) request.object();
        return Completion.of(new AdmissionDecision.Admitted(pod.withSpec(pod.spec()
                .with(builder -> builder.containers(pulling(pod.spec().containers()))
                        .initContainers(pulling(pod.spec().initContainers()))))));
    }

    private static List<Container> pulling(List<Container> containers) {
        List<Container> pulling = new ArrayList<>(containers.size());
        containers.forEach(container -> pulling.add(container.withImagePullPolicy(ALWAYS)));
        return Collections.unmodifiableList(pulling);
    }
}
