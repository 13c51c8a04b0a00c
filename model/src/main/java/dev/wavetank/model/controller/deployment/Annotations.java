package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The annotations by which a Deployment controller remembers revisions and sizes. */
final class Annotations {

    static final String REVISION = "deployment.kubernetes.io/revision";
    static final String REVISION_HISTORY = "deployment.kubernetes.io/revision-history";
    static final String DESIRED_REPLICAS = "deployment.kubernetes.io/desired-replicas";
    static final String MAX_REPLICAS = "deployment.kubernetes.io/max-replicas";

    /** Annotations of a Deployment that its ReplicaSets do not inherit. */
    private static final List<String> OWN = List.of(
            "kubectl.kubernetes.io/last-applied-configuration",
            REVISION,
            REVISION_HISTORY,
            DESIRED_REPLICAS,
            MAX_REPLICAS,
            "deprecated.deployment.rollback.to");

    /** The maximum length of the history of revisions; the oldest are dropped first. */
    private static final int HISTORY_LENGTH_MAX = 2000;

    private static final Pattern WHOLE_NUMBER = Pattern.compile("[0-9]{1,9}");

    private Annotations() {}

    /** An annotation that is a whole number; empty when it is absent or not a number. */
    static OptionalInt number(KubernetesObject object, String annotation) {
        String text = object.metadata().annotations().get(annotation);
        return text == null || !WHOLE_NUMBER.matcher(text).matches()
                ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(text));
    }

    /** The metadata with one annotation set. */
    static ObjectMeta with(ObjectMeta metadata, String annotation, String value) {
        Map<String, String> annotations = new LinkedHashMap<>(metadata.annotations());
        annotations.put(annotation, value);
        return metadata.withAnnotations(annotations);
    }

    /** The ReplicaSet with the size of its Deployment in its annotations. */
    static ReplicaSet withSizes(ReplicaSet set, Deployment deployment) {
        int wanted = RollingMath.wanted(deployment);
        ObjectMeta desired = with(set.metadata(), DESIRED_REPLICAS, Integer.toString(wanted));
        int most = wanted + RollingMath.maxSurge(deployment);
        return set.withMetadata(with(desired, MAX_REPLICAS, Integer.toString(most)));
    }

    /** The ReplicaSet with the annotations of its Deployment, and at least the given revision. */
    static ReplicaSet inherited(ReplicaSet set, Deployment deployment, int revision) {
        Map<String, String> annotations = new LinkedHashMap<>(set.metadata().annotations());
        deployment.metadata().annotations().forEach((name, value) -> {
            if (!OWN.contains(name)) {
                annotations.put(name, value);
            }
        });
        OptionalInt before = number(set, REVISION);
        if (before.orElse(0) < revision) {
            annotations.put(REVISION, Integer.toString(revision));
            before.ifPresent(old -> annotations.merge(REVISION_HISTORY, Integer.toString(old), Annotations::appended));
        }
        return set.withMetadata(set.metadata().withAnnotations(annotations));
    }

    private static String appended(String history, String revision) {
        String longer = history + "," + revision;
        while (longer.length() > HISTORY_LENGTH_MAX && longer.indexOf(',') >= 0) {
            longer = longer.substring(longer.indexOf(',') + 1);
        }
        return longer;
    }
}
