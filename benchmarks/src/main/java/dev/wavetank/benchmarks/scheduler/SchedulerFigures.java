package dev.wavetank.benchmarks.scheduler;

import com.sun.management.ThreadMXBean;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.yaml.YamlReader;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Prints what a decision of the scheduler costs with 100, 1,000 and 5,000 nodes, each with ten pods: the update of the
 * snapshot, the filters and scores of a new pod, and its assumption. A pod leaves for each that comes.
 */
public final class SchedulerFigures {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 31;
    /** So many in turn, that the caches of the processor are the cluster's own for most of them. */
    private static final int DECISIONS = 1_000;
    private static final int PODS_PER_NODE = 10;
    private static final int ZONES = 3;
    /** So many pods have one application. */
    private static final int GROUP = 20;

    private static final String NODE = """
            apiVersion: v1
            kind: Node
            metadata:
              name: node-NUMBER
              labels: {kubernetes.io/hostname: node-NUMBER, topology.kubernetes.io/zone: zone-ZONE}
            status:
              allocatable: {cpu: "8", memory: 32Gi, ephemeral-storage: 100Gi, pods: "110"}
            """;

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {namespace: default, name: pod, labels: {app: app-GROUP}}
            spec:
              RULE
              containers:
              - {name: web, image: nginx, resources: {requests: {cpu: 100m, memory: 200Mi}}}
            """;

    private static final String SPREAD =
            "topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable:"
                    + " DoNotSchedule, labelSelector: {matchLabels: {app: app-GROUP}}}]";
    private static final String APART =
            "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey:"
                    + " kubernetes.io/hostname, labelSelector: {matchLabels: {app: app-GROUP}}}]}}";

    private SchedulerFigures() {}

    /** Takes the numbers of nodes; 100, 1,000 and 5,000 without. */
    public static void main(String[] arguments) {
        int[] sizes = arguments.length == 0
                ? new int[] {100, 1_000, 5_000}
                : Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
        Map<String, List<Cluster>> all = new LinkedHashMap<>();
        all.put("plain", clusters("", sizes));
        all.put("topology spread", clusters(SPREAD, sizes));
        all.put("anti-affinity", clusters(APART, sizes));
        // All of them first, so that the compiler has seen every kind of pod before the first figure is taken.
        all.values().forEach(SchedulerFigures::runRounds);
        System.out.printf(
                Locale.ROOT,
                "%-18s %10s %12s %12s %14s %10s%n",
                "pods",
                "nodes",
                "us a pod",
                "pods/s",
                "bytes a pod",
                "ratio");
        all.forEach((title, clusters) -> {
            runRounds(clusters);
            clusters.forEach(cluster -> print(title, cluster, clusters.get(0)));
        });
    }

    private static List<Cluster> clusters(String rule, int[] sizes) {
        List<Cluster> clusters = new ArrayList<>();
        for (int nodes : sizes) {
            clusters.add(new Cluster(rule, nodes));
        }
        return clusters;
    }

    /** The clusters take turns, so that what else the machine does meets all of them alike. */
    private static void runRounds(List<Cluster> clusters) {
        for (int round = 0; round < ROUNDS; round++) {
            for (Cluster cluster : clusters) {
                cluster.measure(round);
            }
        }
    }

    private static void print(String title, Cluster cluster, Cluster first) {
        double nanos = median(cluster.nanos);
        System.out.printf(
                Locale.ROOT,
                "%-18s %,10d %12.1f %,12.0f %,14.0f %10.2f%n",
                title,
                cluster.nodes,
                nanos / 1e3,
                1e9 / nanos,
                median(cluster.bytes),
                cluster.ratioTo(first));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** A cluster full of pods, and what decisions about more of them have cost. */
    private static final class Cluster {

        private final SchedulerWorld world = new SchedulerWorld();
        private final Deque<Pod> placed = new ArrayDeque<>();
        private final Pods next;
        private final int nodes;
        private final double[] nanos = new double[ROUNDS];
        private final double[] bytes = new double[ROUNDS];

        private Cluster(String rule, int nodes) {
            this.next = new Pods(rule);
            this.nodes = nodes;
            for (int i = 0; i < nodes; i++) {
                String number = Integer.toString(i);
                world.add((Node) read(NODE.replace("NUMBER", number).replace("ZONE", Integer.toString(i % ZONES))));
            }
            for (int i = 0; i < nodes * PODS_PER_NODE; i++) {
                place(world, next.next(), placed);
            }
        }

        /** CPU time and bytes of a decision in one round, in the place of what the round had before. */
        private void measure(int round) {
            List<Pod> pods = new ArrayList<>();
            for (int i = 0; i < DECISIONS; i++) {
                pods.add(next.next());
            }
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long cpu = THREADS.getCurrentThreadCpuTime();
            for (Pod pod : pods) {
                place(world, pod, placed);
                world.remove(placed.remove());
            }
            nanos[round] = (double) (THREADS.getCurrentThreadCpuTime() - cpu) / DECISIONS;
            bytes[round] = (double) (THREADS.getCurrentThreadAllocatedBytes() - allocated) / DECISIONS;
        }

        /** How many times as long its decisions take as another's, in the median of all rounds. */
        private double ratioTo(Cluster other) {
            double[] ratios = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                ratios[round] = nanos[round] / other.nanos[round];
            }
            return median(ratios);
        }
    }

    private static void place(SchedulerWorld world, Pod pod, Deque<Pod> placed) {
        if (world.place(pod).isEmpty()) {
            throw new AssertionError(pod.key() + " fits nowhere");
        }
        placed.add(pod);
    }

    /** The pods of a number of applications in turn; each manifest is read once. */
    private static final class Pods {

        private final String rule;
        private int number;
        private Pod template;

        private Pods(String rule) {
            this.rule = rule;
        }

        private Pod next() {
            if (number % GROUP == 0) {
                String group = Integer.toString(number / GROUP);
                template = (Pod) read(POD.replace("RULE", rule).replace("GROUP", group));
            }
            String name = "pod-" + number++;
            return template.withMetadata(
                    template.metadata().withName(name).withUid("uid-of-" + name));
        }
    }

    private static Object read(String yaml) {
        return new ObjectCodec().decode(YamlReader.read("object", yaml).get(0).root());
    }
}
