package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pods of an older template, in a StatefulSet or DaemonSet that replaces them by itself: with {@code RollingUpdate} and
 * no partition.
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
        if (workload instanceof StatefulSet set && isRolling(set.spec().updateStrategy())) {
            return gap(set, set.spec().template());
        } else if (workload instanceof DaemonSet set
                && set.spec().updateStrategy() != null
                && ROLLING.equals(set.spec().updateStrategy().type())) {
            return gap(set, set.spec().template());
        }
        return Optional.empty();
    }

    private static boolean isRolling(StatefulSet.UpdateStrategy strategy) {
        return strategy != null
                && ROLLING.equals(strategy.type())
                && (strategy.rollingUpdate() == null
                        || strategy.rollingUpdate().partition() == null
                        || strategy.rollingUpdate().partition() == 0);
    }

    private Optional<Gap> gap(KubernetesObject workload, PodTemplateSpec template) {
        if (pods.mayBeChangedByAdmission()) {
            return Optional.empty();
        }
        Map<String, String> wanted = images(template.spec());
        long old = pods.of(workload.uid()).stream()
                .filter(pod -> pod.isActive() && !pods.imagesAtFirst(pod).equals(wanted))
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
