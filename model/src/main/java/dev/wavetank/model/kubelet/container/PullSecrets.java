package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.image.PullKeyring;
import dev.wavetank.model.kubelet.volume.ApiObjects;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** The pull secrets that pods name ({@code getPullSecretsForPod}, pkg/kubelet/kubelet_pods.go v1.28). */
public final class PullSecrets {

    private static final String FIELD = "imagePullSecrets";

    private final ApiObjects objects;
    private final PodEvents events;
    private final boolean warns;

    PullSecrets(ApiObjects objects, PodEvents events, KubernetesVersion version) {
        this.objects = objects;
        this.events = events;
        this.warns = version.has(Feature.PULL_SECRET_EVENTS);
    }

    /** What the pull secrets of a pod open; one that is not there opens nothing. */
    Completion<PullKeyring> keyring(Pod pod) {
        PullKeyring keyring = new PullKeyring();
        return read(pod, 0, (name, found) -> keyring.add(found.type(), found.data()))
                .map(done -> keyring);
    }

    /** Records an Event about those that are not there, as each sync of the pod does. Ends with true. */
    public Completion<Boolean> report(Pod pod) {
        if (!warns || !pod.spec().other().containsKey(FIELD)) {
            return Completion.of(true);
        }
        List<String> missing = new ArrayList<>(1);
        return read(pod, 0, (name, found) -> {
                    if (found.error() != null) {
                        missing.add(name);
                    }
                })
                .map(done -> {
                    if (!missing.isEmpty()) {
                        events.warning(
                                pod,
                                "FailedToRetrieveImagePullSecret",
                                "Unable to retrieve some image pull secrets (" + String.join(", ", missing)
                                        + "); attempting to pull the image may not succeed.");
                    }
                    return done;
                });
    }

    /** Reads the secrets from an index on, one after the other. */
    private Completion<Boolean> read(Pod pod, int index, BiConsumer<String, ApiObjects.Found> reader) {
        if (!(pod.spec().other().get(FIELD) instanceof List<?> secrets) || index == secrets.size()) {
            return Completion.of(true);
        }
        String name = String.valueOf(((Map<?, ?>) secrets.get(index)).get("name"));
        return objects.secret(pod.key().namespace(), name).then(found -> {
            reader.accept(name, found);
            return read(pod, index + 1, reader);
        });
    }
}
