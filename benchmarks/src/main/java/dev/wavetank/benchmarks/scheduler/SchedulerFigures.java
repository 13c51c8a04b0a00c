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
import java.util.List;
import java.util.Locale;

/**
 * Prints what a decision of the scheduler costs with 100, 1,000 and 5,000 nodes, each with ten pods: the update of the
 * snapshot, the filters and scores of a new pod, and its assumption. A pod leaves for each that comes.
 */
public final class SchedulerFigures {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 7;
    private static final int DECISIONS = 300;
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
        System.out.printf(
                Locale.ROOT, "%-18s %10s %12s %12s %14s%n", "pods", "nodes", "us a pod", "pods/s", "bytes a pod");
        for (int nodes : sizes) {
            measure("plain", "", nodes);
        }
        for (int nodes : sizes) {
            measure("topology spread", SPREAD, nodes);
        }
        for (int nodes : sizes) {
            measure("anti-affinity", APART, nodes);
        }
    }

    private static void measure(String title, String rule, int nodes) {
        SchedulerWorld world = new SchedulerWorld();
        for (int i = 0; i < nodes; i++) {
            String number = Integer.toString(i);
            world.add((Node) read(NODE.replace("NUMBER", number).replace("ZONE", Integer.toString(i % ZONES))));
        }
        Deque<Pod> placed = new ArrayDeque<>();
        Pods next = new Pods(rule);
        for (int i = 0; i < nodes * PODS_PER_NODE; i++) {
            place(world, next.next(), placed);
        }
        long[] nanos = new long[ROUNDS];
        long bytes = 0;
        for (int round = -ROUNDS; round < ROUNDS; round++) {
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
            if (round >= 0) {
                nanos[round] = THREADS.getCurrentThreadCpuTime() - cpu;
                bytes += THREADS.getCurrentThreadAllocatedBytes() - allocated;
            }
        }
        Arrays.sort(nanos);
        double each = (double) nanos[ROUNDS / 2] / DECISIONS;
        System.out.printf(
                Locale.ROOT,
                "%-18s %,10d %,12.1f %,12.0f %,14.0f%n",
                title,
                nodes,
                each / 1e3,
                1e9 / each,
                (double) bytes / ROUNDS / DECISIONS);
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
