package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.scheduler.framework.ClusterReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The selectors of the services and controllers that a pod belongs to ({@code helper.DefaultSelector}). */
final class DefaultSelectors {

    private final ClusterReader cluster;
    private final boolean asksOwner;

    /** @param asksOwner whether only the pod's owner counts; else every controller whose selector matches its labels */
    DefaultSelectors(ClusterReader cluster, boolean asksOwner) {
        this.cluster = cluster;
        this.asksOwner = asksOwner;
    }

    /** The selectors; none when the pod belongs to nothing. */
    List<LabelSelector> of(Pod pod) {
        List<LabelSelector> selectors = ofServices(pod);
        if (asksOwner) {
            pod.metadata().controller().ifPresent(owner -> addOwner(pod, owner, selectors));
        } else {
            addControllers(pod, selectors);
        }
        selectors.removeIf(LabelSelector::isEmpty);
        return selectors;
    }

    /** The selectors of services that select the pod. */
    List<LabelSelector> ofServices(Pod pod) {
        List<LabelSelector> selectors = new ArrayList<>(2);
        for (Service service : cluster.list(Service.class, pod.metadata().namespace())) {
            if (service.spec() != null) {
                add(labels(service.spec().selector()), pod, selectors);
            }
        }
        return selectors;
    }

    private void addOwner(Pod pod, OwnerReference owner, List<LabelSelector> selectors) {
        String namespace = pod.metadata().namespace();
        switch (owner.kind()) {
            case "ReplicationController" -> {
                ReplicationController found = cluster.get(ReplicationController.class, namespace, owner.name());
                if (found != null) {
                    selectors.add(labels(found.spec().selector()));
                }
            }
            case "ReplicaSet" -> {
                ReplicaSet found = cluster.get(ReplicaSet.class, namespace, owner.name());
                if (found != null) {
                    selectors.add(found.spec().selector());
                }
            }
            case "StatefulSet" -> {
                StatefulSet found = cluster.get(StatefulSet.class, namespace, owner.name());
                if (found != null) {
                    selectors.add(found.spec().selector());
                }
            }
            default -> {
                // The pods of all other kinds are not spread.
            }
        }
    }

    private void addControllers(Pod pod, List<LabelSelector> selectors) {
        String namespace = pod.metadata().namespace();
        for (ReplicationController each : cluster.list(ReplicationController.class, namespace)) {
            add(labels(each.spec().selector()), pod, selectors);
        }
        for (ReplicaSet each : cluster.list(ReplicaSet.class, namespace)) {
            add(each.spec().selector(), pod, selectors);
        }
        for (StatefulSet each : cluster.list(StatefulSet.class, namespace)) {
            add(each.spec().selector(), pod, selectors);
        }
    }

    private static LabelSelector labels(Map<String, String> labels) {
        return new LabelSelector(labels, List.of());
    }

    private static void add(LabelSelector selector, Pod pod, List<LabelSelector> selectors) {
        if (selector != null
                && !selector.isEmpty()
                && selector.matches(pod.metadata().labels())) {
            selectors.add(selector);
        }
    }
}
