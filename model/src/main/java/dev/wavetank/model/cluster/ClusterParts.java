package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.ApiServerParts;
import dev.wavetank.model.client.ControllerExpectations;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.deployment.DeploymentController;
import dev.wavetank.model.controller.garbagecollector.GarbageCollector;
import dev.wavetank.model.controller.replicaset.PodBatches;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import dev.wavetank.model.controller.resourcequota.ResourceQuotaController;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.ChoiceLog;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a cluster is made of, where it can be made of something else.
 *
 * @param controllers the controllers of the controller manager, by name, in the order in which they start
 * @param order how simultaneous events are ordered, as {@link OrderPolicy#parse} reads it
 * @param decisions the draws that are taken from here, while all other decisions of the order are first in, first
 *     out; empty when the seed decides them all
 * @param apiServer what the API server has besides what its flags say
 */
public record ClusterParts(
        Map<String, Controller.Factory> controllers, String order, List<Choice> decisions, ApiServerParts apiServer) {

    /** Kubernetes' own controllers; first in, first out. */
    public static final ClusterParts DEFAULT =
            new ClusterParts(kubernetesControllers(), OrderPolicy.FIFO.toString(), List.of(), ApiServerParts.NONE);

    /**
     * Keeps copies.
     *
     * @throws IllegalArgumentException when two decisions are about the same draw
     */
    public ClusterParts {
        controllers = Collections.unmodifiableMap(new LinkedHashMap<>(controllers));
        decisions = List.copyOf(decisions);
        new ChoiceLog().override(decisions);
    }

    /** The order of the run with this seed. */
    public OrderPolicy order(long seed) {
        return OrderPolicy.parse(order, seed);
    }

    /** The same parts with one controller added or replaced. */
    public ClusterParts withController(String name, Controller.Factory factory) {
        Map<String, Controller.Factory> changed = new LinkedHashMap<>(controllers);
        changed.put(name, factory);
        return new ClusterParts(changed, order, decisions, apiServer);
    }

    /** The same parts under another order of simultaneous events, all of which the seed decides. */
    public ClusterParts withOrder(String other) {
        return new ClusterParts(controllers, other, List.of(), apiServer);
    }

    /** The same parts, whose order is first in, first out but for these decisions. */
    public ClusterParts withDecisions(List<Choice> taken) {
        return new ClusterParts(controllers, order, taken, apiServer);
    }

    /** The same with other parts of the API server. */
    public ClusterParts withApiServer(ApiServerParts other) {
        return new ClusterParts(controllers, order, decisions, other);
    }

    /** A log that takes the decisions in one run, and is asked afterwards. */
    public ChoiceLog choices() {
        ChoiceLog log = new ChoiceLog();
        return decisions.isEmpty() ? log : log.zero(OrderPolicy.STREAM).override(decisions);
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
