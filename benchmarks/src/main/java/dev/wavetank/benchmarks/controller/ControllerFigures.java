package dev.wavetank.benchmarks.controller;

import com.sun.management.ThreadMXBean;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.deployment.DeploymentController;
import dev.wavetank.model.controller.endpoint.EndpointsController;
import dev.wavetank.model.controller.endpointslice.EndpointSliceController;
import dev.wavetank.model.controller.pods.PodBatches;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import dev.wavetank.sim.VirtualTime;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Prints what a change of one pod costs when controllers hear of it, in clusters of 100, 1,000 and 10,000 pods in one
 * namespace: the patch, its way to the informers, the reconciliations and what they write.
 *
 * <p>Every ten pods have a ReplicaSet, Deployment or service of their own; among orphans there are five ReplicaSets,
 * and the other pods have no owner. The row without a controller is what all others have in common.
 */
public final class ControllerFigures {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 5;
    private static final int EVENTS = 100;
    private static final int GROUP = 10;

    private static final String WORKLOAD = """
            apiVersion: apps/v1
            kind: KIND
            metadata: {namespace: default, name: app-GROUP}
            spec:
              replicas: 10
              selector: {matchLabels: {app: app-GROUP}}
              template:
                metadata: {labels: {app: app-GROUP, tier: web}}
                spec: {containers: [{name: web, image: nginx}]}
            """;

    private static final String SERVICE = """
            apiVersion: v1
            kind: KIND
            metadata: {namespace: default, name: app-GROUP}
            spec: {selector: {app: app-GROUP}, ports: [{port: 80}]}
            """;

    private static final String POD = """
            apiVersion: v1
            kind: KIND
            metadata: {namespace: default, name: app-GROUP-NUMBER, labels: {app: app-GROUP, tier: web}}
            spec: {containers: [{name: web, image: nginx}]}
            """;

    /** What is measured: some controllers, and what they look after. */
    private enum Variant {
        NONE("no controller"),
        REPLICA_SET("replicaset"),
        AMONG_ORPHANS("replicaset, orphans"),
        DEPLOYMENT("deployment, replicaset"),
        ENDPOINTS("endpoint"),
        ENDPOINT_SLICES("endpointslice");

        private final String title;

        Variant(String title) {
            this.title = title;
        }

        private Map<String, Controller.Factory> controllers() {
            Map<String, Controller.Factory> controllers = new LinkedHashMap<>();
            switch (this) {
                case NONE ->
                    controllers.put("listener", environment -> {
                        environment.informer(Resources.PODS, Pod.class);
                        return () -> {};
                    });
                case REPLICA_SET, AMONG_ORPHANS -> controllers.put("replicaset", ControllerFigures::replicaSets);
                case DEPLOYMENT -> {
                    controllers.put("deployment", DeploymentController::new);
                    controllers.put("replicaset", ControllerFigures::replicaSets);
                }
                case ENDPOINTS -> controllers.put("endpoint", EndpointsController::new);
                case ENDPOINT_SLICES -> controllers.put("endpointslice", EndpointSliceController::new);
            }
            return controllers;
        }
    }

    private ControllerFigures() {}

    private static Controller replicaSets(ControllerEnvironment environment) {
        return new ReplicaSetController(
                environment,
                PodBatches.SLOW_START,
                new ControllerExpectations(environment.context(), ReplicaSetController.NAME));
    }

    /** Takes no arguments. */
    public static void main(String[] arguments) {
        for (Variant variant : Variant.values()) {
            for (int pods : new int[] {100, 1_000, 10_000}) {
                measure(variant, pods);
            }
        }
    }

    private static void measure(Variant variant, int count) {
        ControllerWorld world = new ControllerWorld(variant.controllers());
        for (int group = 0; group < count / GROUP; group++) {
            populate(world, variant, Integer.toString(group));
        }
        world.runFor(count * 200L * VirtualTime.MILLISECOND + 10 * VirtualTime.SECOND);
        List<Pod> pods = world.pods();
        if (pods.size() != count) {
            throw new AssertionError(pods.size() + " pods of " + count);
        }
        for (Pod pod : pods) {
            world.send(status(pod, pods.indexOf(pod), false, "new"));
        }
        world.runFor(count * 200L * VirtualTime.MILLISECOND + 10 * VirtualTime.SECOND);
        List<Pod> changing = variant == Variant.AMONG_ORPHANS
                ? pods.stream()
                        .filter(pod -> pod.metadata().controller().isPresent())
                        .toList()
                : pods;
        int[] next = new int[1];
        String title = String.format(Locale.ROOT, "%-24s %,7d pods", variant.title, count);
        print(title + ", nothing to do", i -> {
            int number = i * 37 % changing.size();
            world.send(status(changing.get(number), number, false, "message " + next[0]++));
            world.runFor(VirtualTime.SECOND);
        });
        int turn = Math.min(EVENTS, changing.size());
        print(title + ", ready or not", i -> {
            int number = i * 37 % changing.size();
            world.send(status(changing.get(number), number, next[0]++ / turn % 2 == 0, "flip"));
            world.runFor(VirtualTime.SECOND);
        });
    }

    private static void populate(ControllerWorld world, Variant variant, String group) {
        Variant kind = variant == Variant.AMONG_ORPHANS ? among(group) : variant;
        switch (kind) {
            case REPLICA_SET -> world.create(Resources.REPLICA_SETS, named(WORKLOAD, "ReplicaSet", group));
            case DEPLOYMENT -> world.create(Resources.DEPLOYMENTS, named(WORKLOAD, "Deployment", group));
            case NONE, AMONG_ORPHANS, ENDPOINTS, ENDPOINT_SLICES -> {
                world.create(Resources.SERVICES, named(SERVICE, "Service", group));
                for (int i = 0; i < GROUP; i++) {
                    world.create(Resources.PODS, named(POD, "Pod", group).replace("NUMBER", Integer.toString(i)));
                }
            }
        }
    }

    /** Five ReplicaSets, whatever the number of pods that nobody owns. */
    private static Variant among(String group) {
        return Integer.parseInt(group) < 5 ? Variant.REPLICA_SET : Variant.NONE;
    }

    private static String named(String yaml, String kind, String group) {
        return yaml.replace("KIND", kind).replace("GROUP", group);
    }

    private static ApiRequest status(Pod pod, int number, boolean ready, String message) {
        Pod.Condition condition = new Pod.Condition("Ready", ready ? "True" : "False", null, null, null, null);
        Pod changed = PodBuilder.builder(pod)
                .status(PodStatusBuilder.builder()
                        .phase("Running")
                        .message(message)
                        .conditions(List.of(condition))
                        .podIP("10." + number / 65_536 + "." + number / 256 % 256 + "." + number % 256)
                        .build())
                .build();
        return new ApiRequest.Patch(
                Resources.PODS, "default", pod.key().name(), "status", new ApiRequest.Change.PodStatus(changed));
    }

    /** The median of the rounds, after as many to warm up. */
    private static void print(String title, IntConsumer work) {
        long[] nanos = new long[ROUNDS];
        long bytes = 0;
        for (int round = -ROUNDS; round < ROUNDS; round++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long cpu = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < EVENTS; i++) {
                work.accept(i);
            }
            if (round >= 0) {
                nanos[round] = THREADS.getCurrentThreadCpuTime() - cpu;
                bytes += THREADS.getCurrentThreadAllocatedBytes() - allocated;
            }
        }
        Arrays.sort(nanos);
        double each = (double) nanos[ROUNDS / 2] / EVENTS;
        System.out.printf(Locale.ROOT, "%-54s %,9.0f ns %,9d B%n", title, each, bytes / ROUNDS / EVENTS);
    }
}
