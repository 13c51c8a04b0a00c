package dev.wavetank.benchmarks.controller;

import com.sun.management.ThreadMXBean;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.client.ControllerExpectations;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.deployment.DeploymentController;
import dev.wavetank.model.controller.endpoint.EndpointsController;
import dev.wavetank.model.controller.endpointslice.EndpointSliceController;
import dev.wavetank.model.controller.replicaset.PodBatches;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import dev.wavetank.sim.VirtualTime;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Prints what a change of one pod costs when controllers hear of it, in clusters of 100, 1,000 and 10,000 pods in one
 * namespace: the patch, its way to the informers, the reconciliations and what they write. Of every ten pods each has
 * its ReplicaSet, Deployment or service. The row without a controller is what all others have in common.
 */
public final class ControllerFigures {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 3;
    private static final int EVENTS = 200;
    private static final int GROUP = 10;

    /** The template of every ten pods, for all that has one. */
    private static final String SPEC = """
              selector: {matchLabels: {app: app-N}}
              template:
                metadata: {labels: {app: app-N, tier: web}}
                spec: {containers: [{name: web, image: nginx}]}
            """;

    /** What is measured: some controllers, and what they look after. */
    private enum Variant {
        NONE("no controller"),
        REPLICA_SET("replicaset"),
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
                case REPLICA_SET -> controllers.put("replicaset", ControllerFigures::replicaSets);
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

    private static Controller replicaSets(dev.wavetank.model.controller.ControllerEnvironment environment) {
        return new ReplicaSetController(
                environment, PodBatches.SLOW_START, new ControllerExpectations(environment.context()));
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
            setReady(world, pod, pods.indexOf(pod), false);
        }
        world.runFor(count * 200L * VirtualTime.MILLISECOND + 10 * VirtualTime.SECOND);
        int[] next = new int[1];
        String title = String.format(Locale.ROOT, "%-24s %,7d pods", variant.title, count);
        print(title + ", nothing to do", i -> {
            annotate(world, pods.get(i * 37 % count), next[0]++);
            world.runFor(VirtualTime.SECOND);
        });
        print(title + ", ready or not", i -> {
            int number = i * 37 % count;
            setReady(world, pods.get(number), number, next[0]++ / EVENTS % 2 == 0);
            world.runFor(VirtualTime.SECOND);
        });
    }

    private static void populate(ControllerWorld world, Variant variant, String group) {
        String head = "kind: KIND\nmetadata: {namespace: default, name: app-N}\nspec:\n";
        switch (variant) {
            case REPLICA_SET ->
                world.create(
                        Resources.REPLICA_SETS,
                        ("apiVersion: apps/v1\n" + head.replace("KIND", "ReplicaSet") + "  replicas: 10\n" + SPEC)
                                .replace("N", group));
            case DEPLOYMENT ->
                world.create(
                        Resources.DEPLOYMENTS,
                        ("apiVersion: apps/v1\n" + head.replace("KIND", "Deployment") + "  replicas: 10\n" + SPEC)
                                .replace("N", group));
            default -> {
                world.create(
                        Resources.SERVICES,
                        ("apiVersion: v1\n" + head.replace("KIND", "Service")
                                        + "  selector: {app: app-N}\n  ports: [{port: 80}]\n")
                                .replace("N", group));
                for (int i = 0; i < GROUP; i++) {
                    world.create(
                            Resources.PODS,
                            "{apiVersion: v1, kind: Pod, metadata: {namespace: default, name: p-%s-%s, labels: {app: app-%s, tier: web}}, spec: {containers: [{name: web, image: nginx}]}}"
                                    .formatted(group, i, group));
                }
            }
        }
    }

    private static void annotate(ControllerWorld world, Pod pod, int value) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("annotations", Collections.singletonMap("n", Integer.toString(value)));
        world.send(new ApiRequest.Patch(
                Resources.PODS,
                "default",
                pod.key().name(),
                "",
                new ApiRequest.Change.Merge(Collections.singletonMap("metadata", metadata))));
    }

    private static void setReady(ControllerWorld world, Pod pod, int number, boolean ready) {
        Pod.Condition condition = new Pod.Condition("Ready", ready ? "True" : "False", null, null, null, null);
        Pod changed = PodBuilder.builder(pod)
                .status(PodStatusBuilder.builder()
                        .phase("Running")
                        .conditions(List.of(condition))
                        .podIP("10." + number / 65_536 + "." + number / 256 % 256 + "." + number % 256)
                        .build())
                .build();
        world.send(new ApiRequest.Patch(
                Resources.PODS,
                "default",
                pod.key().name(),
                "status",
                new ApiRequest.Change.PodStatus(changed)));
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
