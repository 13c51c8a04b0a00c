package dev.wavetank.model.cluster;

import dev.wavetank.model.kubelet.cri.Machine;
import dev.wavetank.model.kubelet.cri.NodeLatencies;
import dev.wavetank.model.kubelet.node.NodeSystem;
import dev.wavetank.model.kubelet.node.ShutdownSettings;
import dev.wavetank.model.kubelet.source.SourceSettings;
import dev.wavetank.model.kubelet.volume.ChangeDetection;
import dev.wavetank.model.kubelet.volume.NodeStorage;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.NodePool;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.text.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The settings of nodes: how long their work takes. */
final class NodeFlags {

    private static final String RUNTIME = "container-runtime.";
    private static final String HANDLERS = RUNTIME + "runtime-handlers";
    private static final Pattern HANDLER = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final String BUSY = RUNTIME + "busy-processors";
    /** Where configurations of the pod network are. */
    static final String NETWORK_DIRECTORY = RUNTIME + "cni-conf-dir";

    private static final String CHANGES = "kubelet.config-map-and-secret-change-detection-strategy";

    private NodeFlags() {}

    static NodeSettings of(Settings left, KubernetesVersion version) {
        boolean isHollow = left.bool("kubelet.hollow", version.has(Feature.HOLLOW_NODES));
        return new NodeSettings(
                ClusterFlags.kubelet(left, version, isHollow),
                latencies(left, isHollow),
                busyProcessors(left, isHollow),
                handlers(left),
                system(left, version, isHollow),
                left.text(NETWORK_DIRECTORY, ""));
    }

    /**
     * What the settings of each pool say of its nodes, on top of the cluster's, by the name of the pool.
     *
     * @throws IllegalArgumentException when a setting of a pool is impossible, or is none of nodes
     */
    static Map<String, NodeSettings> ofPools(ClusterSpec spec) {
        Map<String, NodeSettings> read = new TreeMap<>();
        List<NodePool> pools = spec.shape().pools();
        for (int i = 0; i < pools.size(); i++) {
            if (!pools.get(i).settings().isEmpty()) {
                read.put(pools.get(i).name(), of(spec, pools.get(i), "cluster.pools[" + i + "].settings"));
            }
        }
        return read;
    }

    private static NodeSettings of(ClusterSpec spec, NodePool pool, String field) {
        Map<String, String> all = new TreeMap<>(spec.settings());
        all.putAll(pool.settings());
        Settings settings = new Settings(all);
        NodeSettings read;
        try {
            read = of(settings, spec.profile());
        } catch (IllegalArgumentException wrong) {
            String message = String.valueOf(wrong.getMessage());
            String name = pool.settings().keySet().stream()
                    .filter(message::startsWith)
                    .map("."::concat)
                    .findFirst()
                    .orElse("");
            throw new IllegalArgumentException(field + name + ": " + message, wrong);
        }
        Set<String> known = settings.defaults().keySet();
        for (String name : pool.settings().keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(field + "." + name + ": no setting of nodes: "
                        + Suggestion.question(name, known) + "choose from " + String.join(", ", known));
            }
        }
        return read;
    }

    private static NodeSystem system(Settings left, KubernetesVersion version, boolean isHollow) {
        NodeSystem standard = isHollow ? NodeSystem.HOLLOW : NodeSystem.real(version);
        String runtime = left.text(RUNTIME + "version", standard.runtimeVersion());
        if (!runtime.matches("[a-zA-Z-]+://.+")) {
            throw new IllegalArgumentException(
                    RUNTIME + "version must be the name of a runtime and its version, such as docker://19.3.4, was '"
                            + runtime + "'");
        }
        return new NodeSystem(
                left.text("kubelet.os-image", standard.osImage()),
                left.text("kubelet.kernel-version", standard.kernelVersion()),
                runtime,
                isHollow,
                1);
    }

    private static NodeLatencies latencies(Settings left, boolean isHollow) {
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

    /** {@code runc} is the handler of containerd's own configuration. */
    private static Map<String, Long> handlers(Settings left) {
        Map<String, Long> handlers = new TreeMap<>();
        for (String one :
                left.text(HANDLERS, String.join(",", Machine.RUNC.keySet())).split(",")) {
            String[] parts = one.strip().split("=", 2);
            if (!HANDLER.matcher(parts[0]).matches()) {
                throw new IllegalArgumentException(
                        HANDLERS + " must be names of handlers, such as runc,kata=1500ms, was '" + one + "'");
            }
            handlers.put(parts[0], parts.length == 1 ? 0L : Settings.nanos(HANDLERS, parts[1]));
        }
        return handlers;
    }

    /** Processors that one operation of a runtime keeps busy; none on hollow nodes, which only wait. */
    private static double busyProcessors(Settings left, boolean isHollow) {
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

    /** How often kubelets look for static pods. */
    static SourceSettings sources(Settings settings) {
        SourceSettings standard = SourceSettings.DEFAULT;
        return new SourceSettings(
                settings.span("kubelet.file-check-frequency", standard.file(), VirtualTime.MILLISECOND),
                settings.span("kubelet.http-check-frequency", standard.http(), VirtualTime.MILLISECOND));
    }

    /** What becomes of pods when their node shuts down. */
    static ShutdownSettings shutdown(Settings settings) {
        return new ShutdownSettings(
                settings.span("kubelet.shutdown-grace-period", 0, 0),
                settings.span("kubelet.shutdown-grace-period-critical-pods", 0, 0));
    }

    /** How kubelets come to know of changed Secrets and ConfigMaps, in the words of their configuration. */
    static ChangeDetection changes(Settings settings, ChangeDetection standard) {
        String text = settings.text(CHANGES, word(standard));
        return Arrays.stream(ChangeDetection.values())
                .filter(one -> word(one).equals(text))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(CHANGES + " must be Watch, Cache or Get, was '" + text + "'"));
    }

    private static String word(ChangeDetection one) {
        return one.name().charAt(0) + one.name().substring(1).toLowerCase(Locale.ROOT);
    }

    /** What nodes can mount from. */
    static NodeStorage storage(Settings settings) {
        return new NodeStorage(
                settings.list("kubelet.nfs-servers"),
                settings.list("kubelet.host-paths"),
                settings.list("kubelet.csi-drivers"),
                settings.latency("csi-driver.call-time", NodeStorage.DRIVER_TIME));
    }
}
