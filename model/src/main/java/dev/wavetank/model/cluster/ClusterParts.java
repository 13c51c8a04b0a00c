package dev.wavetank.model.cluster;

import dev.wavetank.model.client.ControllerExpectations;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.deployment.DeploymentController;
import dev.wavetank.model.controller.garbagecollector.GarbageCollector;
import dev.wavetank.model.controller.replicaset.PodBatches;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import dev.wavetank.model.controller.resourcequota.ResourceQuotaController;
import dev.wavetank.sim.OrderPolicy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a cluster is made of, where it can be made of something else.
 *
 * @param controllers the controllers of the controller manager, by name, in the order in which they start
 * @param order how simultaneous events are ordered, as {@link OrderPolicy#parse} reads it
 */
public record ClusterParts(Map<String, Controller.Factory> controllers, String order) {

    /** Kubernetes' own controllers; first in, first out. */
    public static final ClusterParts DEFAULT = new ClusterParts(kubernetesControllers(), OrderPolicy.FIFO.toString());

    /** Keeps a copy of the map. */
    public ClusterParts {
        controllers = Collections.unmodifiableMap(new LinkedHashMap<>(controllers));
    }

    /** The order of the run with this seed. */
    public OrderPolicy order(long seed) {
        return OrderPolicy.parse(order, seed);
    }

    /** The same parts with one controller added or replaced. */
    public ClusterParts withController(String name, Controller.Factory factory) {
        Map<String, Controller.Factory> changed = new LinkedHashMap<>(controllers);
        changed.put(name, factory);
        return new ClusterParts(changed, order);
    }

    /** The same parts under another order of simultaneous events. */
    public ClusterParts withOrder(String other) {
        return new ClusterParts(controllers, other);
    }

    private static Map<String, Controller.Factory> kubernetesControllers() {
        Map<String, Controller.Factory> controllers = new LinkedHashMap<>();
        controllers.put("deployment", DeploymentController::new);
        controllers.put(
                "replicaset",
                environment -> new ReplicaSetController(
                        environment, PodBatches.SLOW_START, new ControllerExpectations(environment.context())));
        controllers.put("garbagecollector", GarbageCollector::new);
        controllers.put("resourcequota", ResourceQuotaController::new);
        return controllers;
    }
}
