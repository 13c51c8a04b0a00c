package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.PodTemplateSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ReplicaSets of a Deployment.
 *
 * @param old those with other templates, the oldest first
 * @param newSet the one with the Deployment's template, if there is one
 */
record Rollout(List<ReplicaSet> old, Optional<ReplicaSet> newSet) {

    /** Label that distinguishes the pods of one template from those of another. */
    static final String HASH_LABEL = "pod-template-hash";

    private static final Comparator<ReplicaSet> OLDEST_FIRST = Comparator.comparing((ReplicaSet set) ->
                    Optional.ofNullable(set.metadata().creationTimestamp()).orElse(Instant.MIN))
            .thenComparing(set -> set.metadata().name());

    /** Sorts the ReplicaSets of a Deployment. */
    static Rollout of(Deployment deployment, List<ReplicaSet> owned, DeploymentController.Recognition recognition) {
        List<ReplicaSet> old = new ArrayList<>(owned);
        old.sort(OLDEST_FIRST);
        List<ReplicaSet> alike = old.stream()
                .filter(set ->
                        isSameTemplate(set.spec().template(), deployment.spec().template()))
                .toList();
        Optional<ReplicaSet> newSet = alike.isEmpty() ? Optional.empty() : Optional.of(recognition.choose(alike));
        newSet.ifPresent(old::remove);
        return new Rollout(old, newSet);
    }

    /** Whether two templates make the same pods. */
    static boolean isSameTemplate(PodTemplateSpec one, PodTemplateSpec other) {
        return one.spec().equals(other.spec())
                && withoutHash(one).equals(withoutHash(other))
                && one.metadata().annotations().equals(other.metadata().annotations());
    }

    private static Map<String, String> withoutHash(PodTemplateSpec template) {
        Map<String, String> labels = new LinkedHashMap<>(template.metadata().labels());
        labels.remove(HASH_LABEL);
        return labels;
    }

    /** All of them, the new one last. */
    List<ReplicaSet> all() {
        List<ReplicaSet> all = new ArrayList<>(old);
        newSet.ifPresent(all::add);
        return all;
    }

    /** Old ones that still have replicas. */
    List<ReplicaSet> activeOld() {
        return active(old);
    }

    /** All that have replicas, the new one last. */
    List<ReplicaSet> active() {
        return active(all());
    }

    /** The greatest revision of the old ones. */
    int maxOldRevision() {
        int most = 0;
        for (ReplicaSet set : old) {
            most = Math.max(most, Annotations.number(set, Annotations.REVISION).orElse(0));
        }
        return most;
    }

    /** The same with another state of the new one. */
    Rollout withNewSet(ReplicaSet set) {
        return new Rollout(old, Optional.of(set));
    }

    private static List<ReplicaSet> active(List<ReplicaSet> sets) {
        return sets.stream().filter(set -> RollingMath.replicas(set) > 0).toList();
    }
}
