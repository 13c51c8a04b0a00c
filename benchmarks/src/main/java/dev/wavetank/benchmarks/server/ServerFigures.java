package dev.wavetank.benchmarks.server;

import com.sun.management.ThreadMXBean;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.etcd.EtcdLimits;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;

/** Prints what requests, watches and stored pods cost. */
public final class ServerFigures {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 3;
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String BODY = "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"app\":\"web\"}},"
            + "\"spec\":{\"nodeName\":\"node-1\",\"containers\":[{\"name\":\"web\",\"image\":\"nginx\"}]}}";

    private ServerFigures() {}

    /** Takes no arguments. */
    public static void main(String[] arguments) {
        requests("no limit of sizes", EtcdLimits.UNCHECKED);
        requests("1.5 MiB at most", EtcdLimits.DEFAULT);
        fanOut();
        heap();
    }

    private static void requests(String title, EtcdLimits limits) {
        ServerWorld world = new ServerWorld(limits);
        int[] next = new int[1];
        measure("typed create, " + title, 2_000, i -> world.send(create("t" + next[0]++)));
        measure("typed get", 2_000, i -> world.send(new ApiRequest.Get(Resources.PODS, "default", "t" + i)));
        measure("typed patch", 2_000, i -> world.send(patch("t" + i, next[0]++)));
        measure("HTTP create, " + title, 500, i -> {
            String name = "h" + next[0]++;
            world.http("POST", PODS, String.format(Locale.ROOT, BODY, name));
        });
        measure("HTTP get", 500, i -> world.http("GET", PODS + "/t" + i, ""));
        measure(
                "HTTP patch",
                100,
                i -> world.http(
                        "PATCH", PODS + "/t" + i, "{\"metadata\":{\"annotations\":{\"n\":\"" + next[0]++ + "\"}}}"));
        ServerWorld thousand = new ServerWorld(limits);
        for (int i = 0; i < 1_000; i++) {
            thousand.send(create("p" + i));
        }
        ApiRequest list = new ApiRequest.List(Resources.PODS, "default", ApiRequest.Selection.ALL);
        measure("typed list of 1,000", 200, i -> thousand.send(list));
        measure("HTTP list of 1,000", 10, i -> thousand.http("GET", PODS, ""));
    }

    private static ApiRequest create(String name) {
        return ApiRequest.Create.of(Resources.PODS, ServerWorld.pod(name, "node-1"));
    }

    private static ApiRequest patch(String name, int value) {
        Map<String, Object> annotations = new LinkedHashMap<>();
        annotations.put("annotations", Collections.singletonMap("n", Integer.toString(value)));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("metadata", annotations);
        return new ApiRequest.Patch(Resources.PODS, "default", name, "", new ApiRequest.Change.Merge(tree));
    }

    private static void fanOut() {
        for (int watchers : new int[] {0, 1, 5_000}) {
            fanOut("create, " + watchers + " watchers by node", watchers, ServerFigures::byNode);
        }
        fanOut("create, 5000 watchers by label", 5_000, ServerFigures::byLabel);
        fanOut("create, 100 watchers of everything", 100, i -> ApiRequest.Selection.ALL);
    }

    private interface Selections {
        ApiRequest.Selection of(int watcher);
    }

    private static ApiRequest.Selection byNode(int watcher) {
        return ApiRequest.Selection.onNode("node-" + watcher);
    }

    /** What the index by node does not know: every watch is asked about every event. */
    private static ApiRequest.Selection byLabel(int watcher) {
        Map<String, String> labels = Collections.singletonMap("node", "node-" + watcher);
        return new ApiRequest.Selection(new LabelSelector(labels, null), Collections.emptyMap());
    }

    private static void fanOut(String title, int watchers, Selections selections) {
        ServerWorld world = new ServerWorld(EtcdLimits.UNCHECKED);
        world.send(new ApiRequest.List(Resources.PODS, "", ApiRequest.Selection.ALL));
        for (int i = 0; i < watchers; i++) {
            world.watch(selections.of(i));
        }
        world.settle();
        int[] next = new int[1];
        measure(title, 500, i -> {
            int number = next[0]++;
            String node = "node-" + number % Math.max(1, watchers);
            world.send(ApiRequest.Create.of(Resources.PODS, ServerWorld.pod("w" + number, node)));
        });
        world.settle();
        if (watchers > 0 && world.watched < next[0]) {
            throw new AssertionError(world.watched + " events of " + next[0]);
        }
    }

    private static void heap() {
        ServerWorld world = new ServerWorld(EtcdLimits.UNCHECKED);
        int pods = 20_000;
        world.send(create("first"));
        long before = used();
        for (int i = 0; i < pods; i++) {
            world.send(create("pod-" + i));
        }
        world.settle();
        long after = used();
        world.send(create("last"));
        System.out.printf(Locale.ROOT, "%-40s %,12d bytes%n", "heap of a stored pod", (after - before) / pods);
    }

    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    /** The median of the rounds, after as many to warm up. */
    private static void measure(String title, int times, IntConsumer work) {
        long[] nanos = new long[ROUNDS];
        long bytes = 0;
        for (int round = -ROUNDS; round < ROUNDS; round++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long cpu = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < times; i++) {
                work.accept(i);
            }
            if (round >= 0) {
                nanos[round] = THREADS.getCurrentThreadCpuTime() - cpu;
                bytes += THREADS.getCurrentThreadAllocatedBytes() - allocated;
            }
        }
        Arrays.sort(nanos);
        double each = (double) nanos[ROUNDS / 2] / times;
        System.out.printf(
                Locale.ROOT,
                "%-40s %,12.0f ns %,12.0f a second %,12d B%n",
                title,
                each,
                1e9 / each,
                bytes / ROUNDS / times);
    }
}
