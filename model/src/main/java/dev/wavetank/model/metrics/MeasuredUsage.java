package dev.wavetank.model.metrics;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One measurement.
 *
 * @param pods that were measured
 * @param nodes of the cluster at that time
 * @param time when it was taken
 * @param window the time that it covers, in nanoseconds
 */
record MeasuredUsage(List<Pod> pods, List<Node> nodes, Instant time, long window) {

    /** Before the first measurement. */
    static final MeasuredUsage NOTHING = new MeasuredUsage(List.of(), List.of(), Instant.EPOCH, 0);

    private static final long MILLI = 1000;
    private static final AnnotatedMetrics METRICS = new AnnotatedMetrics();

    /** What the revisions of a workload do not share. */
    private static final List<String> LABELS_OF_ONE = List.of(
            "pod-template-hash",
            "controller-revision-hash",
            "statefulset.kubernetes.io/pod-name",
            "apps.kubernetes.io/pod-index");

    /**
     * What something uses.
     *
     * @param cpu in thousandths of a core
     * @param memory in bytes
     */
    record Usage(long cpu, long memory) {

        static final Usage NONE = new Usage(0, 0);

        Usage plus(Usage other) {
            return new Usage(cpu + other.cpu, memory + other.memory);
        }
    }

    /** Whether there was a measurement. */
    boolean isTaken() {
        return window > 0;
    }

    /**
     * The usage of a pod.
     *
     * @param containers in the order of the pod
     */
    record PodUsage(Pod pod, Map<String, Usage> containers) {

        Usage sum() {
            return containers.values().stream().reduce(Usage.NONE, Usage::plus);
        }
    }

    /**
     * The usage of every pod, by namespace and name.
     *
     * @throws Metrics.Unreadable when an annotation is no number
     */
    List<PodUsage> byPod() {
        Map<String, List<Pod>> workloads = new TreeMap<>();
        for (Pod pod : pods) {
            workloads.computeIfAbsent(workload(pod), any -> new ArrayList<>()).add(pod);
        }
        List<PodUsage> usages = new ArrayList<>(pods.size());
        for (List<Pod> workload : workloads.values()) {
            Measures cpu = new Measures(workload, "cpu", time);
            Measures memory = new Measures(workload, "memory", time);
            workload.forEach(pod -> usages.add(new PodUsage(pod, containers(pod, cpu, memory))));
        }
        usages.sort(Comparator.comparing(usage -> usage.pod().key()));
        return usages;
    }

    /** Pods that share a load have the same labels, but for those of their revision and of their own name. */
    private static String workload(Pod pod) {
        Map<String, String> labels = new TreeMap<>(pod.metadata().labels());
        LABELS_OF_ONE.forEach(labels::remove);
        return pod.metadata().namespace()
                + (labels.isEmpty() ? "/" + pod.metadata().name() : labels.toString());
    }

    /** One resource of the pods of one workload: by container, and then by pod; the empty name stands for all. */
    private record Measures(
            List<Pod> workload, String resource, Instant time, Map<String, Map<String, Long>> byContainer) {

        private Measures(List<Pod> workload, String resource, Instant time) {
            this(workload, resource, time, new TreeMap<>());
        }

        private long of(Pod pod, String container) {
            return byContainer
                    .computeIfAbsent(container, name -> METRICS.resource(workload, resource, name, time))
                    .getOrDefault(String.valueOf(pod.metadata().name()), 0L);
        }
    }

    private static Map<String, Usage> containers(Pod pod, Measures cpu, Measures memory) {
        Map<String, Usage> usages = new LinkedHashMap<>();
        Usage named = Usage.NONE;
        for (Container container : pod.spec().containers()) {
            Usage own = usage(pod, container.name(), cpu, memory);
            usages.put(container.name(), own);
            named = named.plus(own);
        }
        // An annotation about the whole pod counts for its first container.
        Usage all = usage(pod, "", cpu, memory);
        Usage rest = new Usage(Math.max(0, all.cpu() - named.cpu()), Math.max(0, all.memory() - named.memory()));
        usages.merge(pod.spec().containers().get(0).name(), rest, Usage::plus);
        return usages;
    }

    private static Usage usage(Pod pod, String container, Measures cpu, Measures memory) {
        return new Usage(cpu.of(pod, container), memory.of(pod, container) / MILLI);
    }
}
