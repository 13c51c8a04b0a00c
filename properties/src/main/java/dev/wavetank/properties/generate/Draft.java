package dev.wavetank.properties.generate;

import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.TrafficAddOn;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A scenario that is being drawn. */
final class Draft {

    /** Calm runs take longer. */
    private static final long CALM_HORIZON = 4 * VirtualTime.HOUR;
    /** One pause in so many is short all the same. */
    private static final int HASTY = 6;

    private final RandomStream random;
    private final List<Command> timeline = new ArrayList<>();
    private final Map<String, String> files = new TreeMap<>();
    private final Map<String, String> settings = new TreeMap<>();
    private final Map<String, String> capacity = new TreeMap<>();
    private final List<AddOn> addOns = new ArrayList<>(1);
    private final int nodes;
    private final KubernetesVersion version;
    private final boolean isCalm;
    private long horizon;
    /** When the next command of the part comes that is being drawn, in nanoseconds. */
    private long now;
    /** When the last command comes of all that are drawn, in nanoseconds. */
    private long last;

    /**
     * An empty one.
     *
     * @param isCalm whether the parts come one after the other, and users mostly wait until what they want is there:
     *     what is wrong for a while cannot hide behind what comes next
     */
    Draft(RandomStream random, int nodes, KubernetesVersion version, boolean isCalm) {
        this.random = random;
        this.nodes = nodes;
        this.version = version;
        this.isCalm = isCalm;
        this.horizon = isCalm ? CALM_HORIZON : Scenario.DEFAULT_HORIZON;
        capacity.put("cpu", "4");
        capacity.put("memory", "16Gi");
        capacity.put("pods", "110");
    }

    int between(int low, int high) {
        return (int) random.between(low, high);
    }

    boolean isOneIn(int count) {
        return random.nextInt(count) == 0;
    }

    String pick(String... choices) {
        return random.pick(List.of(choices));
    }

    <T> T pickFrom(List<T> choices) {
        return random.pick(choices);
    }

    int nodes() {
        return nodes;
    }

    /** Whether users mostly wait until what they want is there. */
    boolean isCalm() {
        return isCalm;
    }

    /** The version of the cluster. */
    KubernetesVersion version() {
        return version;
    }

    /** Whether the cluster serves a kind at all. */
    boolean serves(String kind) {
        return OlderClusters.serve(version, kind);
    }

    /** The name of one of the nodes. */
    String node() {
        return "node-" + between(1, nodes);
    }

    /** Begins another part: its first command comes within the first seconds, or after those of the other parts. */
    void begin() {
        now = between(0, 3000) * VirtualTime.MILLISECOND;
        if (isCalm && last > 0) {
            now += last + settling();
        }
    }

    /** A set-up that is there before other parts begin. */
    void beginAtOnce() {
        now = 0;
    }

    void set(String setting, String value) {
        settings.put(setting, value);
    }

    void capacity(String resource, String amount) {
        capacity.put(resource, amount);
    }

    /** A kube-proxy on every node. */
    void addKubeProxies() {
        if (addOns.isEmpty()) {
            addOns.add(new TrafficAddOn.KubeProxies());
        }
    }

    /** The DNS of the cluster, and what it needs: a kube-proxy on every node. */
    void addClusterDns() {
        addOns.clear();
        addOns.add(new TrafficAddOn.ClusterDns(between(1, 2), TrafficAddOn.ClusterDns.DEFAULT_TTL));
    }

    void horizon(long nanos) {
        horizon = nanos;
    }

    /** Mostly longer than anything takes that a user asks for. */
    private long settling() {
        return between(30_000, 100_000) * VirtualTime.MILLISECOND;
    }

    /** Some time goes by: often hardly any, so that commands meet each other's consequences, or until all is done. */
    void pause() {
        if (isCalm && !isOneIn(HASTY)) {
            now += settling();
            return;
        }
        now += switch (between(0, 5)) {
            case 0 -> between(0, 150) * VirtualTime.MILLISECOND;
            case 1, 2 -> between(500, 6000) * VirtualTime.MILLISECOND;
            default -> between(15_000, 60_000) * VirtualTime.MILLISECOND;
        };
    }

    /** This long, in nanoseconds. */
    void after(long nanos) {
        now += nanos;
    }

    /** As long as everything takes that was begun. */
    void rest() {
        now += isCalm ? settling() : between(25_000, 60_000) * VirtualTime.MILLISECOND;
    }

    /** Gives a command, as far as the version of the cluster knows it. */
    void kubectl(String... words) {
        last = Math.max(last, now);
        timeline.add(new Command(now, OlderClusters.command(List.of(words), version)));
    }

    /** Applies a manifest, as far as the version of the cluster knows it. */
    void apply(String file, String written) {
        kubectl("apply", "-f", file(file, written));
    }

    /** Asks the server what would become of a manifest: nothing is stored. */
    void applyDryRun(String file, String written) {
        kubectl("apply", "--dry-run=server", "-f", file(file, written));
    }

    private String file(String file, String written) {
        String manifest = OlderClusters.manifest(written, version);
        String name = file;
        for (int i = 2; files.containsKey(name) && !manifest.equals(files.get(name)); i++) {
            name = file.replace(".yaml", "-" + i + ".yaml");
        }
        files.put(name, manifest);
        return name;
    }

    /** The scenario without faults. */
    Scenario scenario(String name) {
        timeline.sort(Comparator.comparingLong(Command::at));
        ClusterSpec cluster = new ClusterSpec(nodes, capacity, version, settings).withAddOns(addOns);
        return new Scenario(name, cluster, timeline, files, FaultPlan.NONE, horizon);
    }
}
