package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Pods of an older template, in a StatefulSet or DaemonSet that replaces them by itself: with {@code RollingUpdate},
 * those of a StatefulSet from its partition on.
 *
 * <p>Judged by the images with which the pods were created, not by the revision that the suspect wrote on them. Where
 * admission may have changed the images, nothing is judged.
 */
final class OldTemplates {

    private static final String ROLLING = "RollingUpdate";

    private final ObservedPods pods;
    private final Obstacles obstacles;

    OldTemplates(ObservedPods pods, Obstacles obstacles) {
        this.pods = pods;
        this.obstacles = obstacles;
    }

    /** What is left to update of a workload whose pods are all there and ready. */
    Optional<Gap> gap(KubernetesObject workload) {
        if (workload instanceof StatefulSet set
                && set.spec().updateStrategy() != null
                && ROLLING.equals(set.spec().updateStrategy().type())) {
            long first = firstUpdated(set);
            return gap(set, set.spec().template(), pod -> ordinal(pod) >= first);
        } else if (workload instanceof DaemonSet set
                && set.spec().updateStrategy() != null
                && ROLLING.equals(set.spec().updateStrategy().type())) {
            return gap(set, set.spec().template(), pod -> true);
        }
        return Optional.empty();
    }

    /** The ordinal from which on pods are updated. */
    private static long firstUpdated(StatefulSet set) {
        StatefulSet.Ordinals ordinals = set.spec().ordinals();
        StatefulSet.RollingUpdate rolling = set.spec().updateStrategy().rollingUpdate();
        return (long) Defaults.zeroIfNull(ordinals == null ? null : ordinals.start())
                + Defaults.zeroIfNull(rolling == null ? null : rolling.partition());
    }

    /** Of a pod of a StatefulSet; -1 for one that has been adopted with a name of its own. */
    private static long ordinal(Pod pod) {
        String name = pod.metadata().name();
        String end = name.substring(name.lastIndexOf('-') + 1);
        return end.matches("\\d{1,9}") ? Long.parseLong(end) : -1;
    }

    private Optional<Gap> gap(KubernetesObject workload, PodTemplateSpec template, Predicate<Pod> isUpdated) {
        if (pods.mayBeChangedByAdmission()) {
            return Optional.empty();
        }
        Map<String, String> wanted = images(template.spec());
        long old = pods.of(workload.uid()).stream()
                .filter(pod -> pod.isActive()
                        && isUpdated.test(pod)
                        && !pods.imagesAtFirst(pod).equals(wanted))
                .count();
        return old == 0
                ? Optional.empty()
                : Optional.of(new Gap(
                        workload,
                        old + " pods of " + ObjectNames.of(workload) + " are of an older template",
                        old + " pods are of an older template, expected none",
                        Optional.empty(),
                        obstacles.ofPodsOf(workload.uid())));
    }

    /** The images of the containers, by name. */
    static Map<String, String> images(@Nullable PodSpec spec) {
        Map<String, String> images = new LinkedHashMap<>();
        if (spec != null) {
            for (Container container : spec.containers()) {
                images.put(container.name(), container.image());
            }
        }
        return images;
    }
}
