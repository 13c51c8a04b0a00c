package dev.wavetank.model.scheduler.queue;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether a change of a waiting pod itself is worth another attempt ({@code isPodUpdated}). */
final class PodChanges {

    private final boolean managedFieldsCount;

    PodChanges(KubernetesVersion version) {
        this.managedFieldsCount = version.has(Feature.OWN_STATUS_PATCH_RETRIES);
    }

    /**
     * Its status is not. But before v1.21 the managed fields are, and they change when a writer sets a field of the
     * status that was not there before, or removes one: not when it only gives one another value.
     */
    boolean mayHelp(Pod before, Pod after) {
        return !before.spec().equals(after.spec())
                || !bare(before.metadata()).equals(bare(after.metadata()))
                || (managedFieldsCount && !fieldsOf(before.status()).equals(fieldsOf(after.status())));
    }

    private ObjectMeta bare(ObjectMeta metadata) {
        return managedFieldsCount
                ? metadata.with(builder -> builder.resourceVersion(null).generation(null))
                : metadata.with(builder -> builder.resourceVersion(null)
                        .generation(null)
                        .finalizers(null)
                        .other(null));
    }

    /** The conditions with the fields that they have, whether there is a nomination, and all else with its values. */
    private static List<Object> fieldsOf(Pod.Status status) {
        if (status == null) {
            return List.of();
        }
        Map<String, List<Boolean>> conditions = new TreeMap<>();
        for (Pod.Condition condition : status.conditions()) {
            conditions.put(
                    condition.type(),
                    List.of(
                            condition.lastTransitionTime() != null,
                            condition.reason() != null,
                            condition.message() != null));
        }
        return List.of(
                conditions,
                status.nominatedNodeName() != null,
                status.withConditions(null).withNominatedNodeName(null));
    }
}
