package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.PodTemplateSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Whose template the pods of a ReplicaSet are made after. */
public final class PodTemplates {

    /** A label that the template of a ReplicaSet has and that of its Deployment has not. */
    private static final String HASH = "pod-template-hash";

    private PodTemplates() {}

    /** Whether the pods of a ReplicaSet are made after the template that its Deployment has now. */
    public static boolean isLatest(ReplicaSet set, Deployment deployment) {
        PodTemplateSpec made = set.spec().template();
        PodTemplateSpec wanted = deployment.spec().template();
        if (made == null || wanted == null || made.metadata() == null || wanted.metadata() == null) {
            return made == wanted;
        }
        Map<String, String> labels = new LinkedHashMap<>(made.metadata().labels());
        labels.remove(HASH);
        return Objects.equals(made.spec(), wanted.spec())
                && labels.equals(wanted.metadata().labels())
                && made.metadata().annotations().equals(wanted.metadata().annotations());
    }
}
