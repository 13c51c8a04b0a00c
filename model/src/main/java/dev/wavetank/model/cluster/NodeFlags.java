package dev.wavetank.model.cluster;

import dev.wavetank.model.kubelet.cri.ImageRegistry;
import dev.wavetank.model.kubelet.cri.Machine;
import dev.wavetank.model.kubelet.cri.NodeLatencies;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.sim.random.Distribution;
import java.util.Map;
import java.util.TreeMap;

/** The settings of nodes: how long their work takes, and the registries that they pull from. */
final class NodeFlags {

    private static final String RUNTIME = "container-runtime.";
    private static final String BUSY = RUNTIME + "busy-processors";
    private static final String SIZES = "registry.image-sizes";
    private static final String BANDWIDTH = "registry.bandwidth";

    private NodeFlags() {}

    static NodeLatencies latencies(Settings left, boolean isHollow) {
        NodeLatencies standard = isHollow ? NodeLatencies.hollow() : NodeLatencies.DEFAULT;
        return new NodeLatencies(
                runtime(left, "sandbox-time", standard.sandbox()),
                runtime(left, "network-time", standard.network()),
                left.latency("registry.latency", standard.imageCheck()),
                left.latency("registry.pull-time", standard.imagePull()),
                runtime(left, "create-time", standard.containerCreate()),
                runtime(left, "start-time", standard.containerStart()),
                left.latency("workload.init-container-time", standard.initRun()),
                left.latency("workload.task-time", standard.taskRun()),
                runtime(left, "stop-time", standard.stop()),
                runtime(left, "teardown-time", standard.teardown()),
                runtime(left, "list-time", standard.list()),
                runtime(left, "handler-time", standard.handler()),
                left.latency("kubelet.volume-setup-time", standard.volumeSetup()));
    }

    private static Distribution runtime(Settings left, String name, Distribution standard) {
        return left.latency(RUNTIME + name, standard);
    }

    /**
     * How many operations of its runtime a node can do at full speed at the same time.
     *
     * @param each processors that one of them keeps busy
     */
    static double parallelism(Map<String, String> capacity, double each) {
        String cpu = capacity.get("cpu");
        long milli = cpu == null ? 0 : Quantity.parse(cpu).milliValue();
        return milli > 0 && each > 0 ? milli / 1000.0 / each : Machine.UNLIMITED;
    }

    /** Processors that one operation of a runtime keeps busy; none on hollow nodes, which only wait. */
    static double busyProcessors(Settings left, boolean isHollow) {
        String value = left.text(BUSY, isHollow ? "0" : "1");
        try {
            double number = Double.parseDouble(value);
            if (number >= 0 && number <= 1_000) {
                return number;
            }
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(BUSY + " must be a number, was '" + value + "'", wrong);
        }
        throw new IllegalArgumentException(BUSY + " must be from 0 to 1000, was " + value);
    }

    static ImageRegistry registry(Settings settings) {
        return new ImageRegistry(
                settings.list("registry.absent-images"),
                settings.list("registry.private-images"),
                settings.list("registry.unreachable-images"),
                settings.list("registry.non-root-images"),
                new ImageRegistry.Transfer(
                        sizes(settings), amount(BANDWIDTH, settings.text(BANDWIDTH, "100M"))));
    }

    private static Map<String, Long> sizes(Settings settings) {
        Map<String, Long> sizes = new TreeMap<>();
        for (String one : settings.list(SIZES)) {
            int equals = one.lastIndexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        SIZES + " must be images with their sizes, such as nginx=70Mi,ml/*=4Gi, was '" + one + "'");
            }
            sizes.put(one.substring(0, equals), amount(SIZES, one.substring(equals + 1)));
        }
        return sizes;
    }

    private static long amount(String name, String text) {
        try {
            long amount = Quantity.parse(text).value();
            if (amount > 0) {
                return amount;
            }
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    name + ": '" + text + "' is no quantity of bytes, such as 70Mi or 100M", wrong);
        }
        throw new IllegalArgumentException(name + " must be more than 0 bytes, was " + text);
    }
}
