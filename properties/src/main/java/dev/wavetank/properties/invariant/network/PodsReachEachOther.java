package dev.wavetank.properties.invariant.network;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.cluster.ClusterNetwork.Place;
import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.model.podnetwork.Path;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.PodNetworkAddOn;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * At rest a packet from any pod to any other arrives, and at no other pod than that whose address it has. With more
 * than {@value #MOST} pairs, some pods of each node speak for the others.
 */
public final class PodsReachEachOther implements Invariant {

    private static final int MOST = 20_000;
    private static final String DIRECTORY = "container-runtime.cni-conf-dir";
    private static final String LEASES = "flannel.alpha.coreos.com/";

    private final Supplier<PodNetworkView> network;
    private final boolean isJudged;
    private final CacheLag lag;
    /** What the agents read of each node. */
    private final Map<String, List<String>> nodes = new LinkedHashMap<>();

    private long changed;

    /** In this network of a cluster. */
    public PodsReachEachOther(ClusterSpec cluster, CacheLag lag, Supplier<PodNetworkView> network) {
        this.network = network;
        this.lag = lag;
        this.isJudged = PodNetworkAddOn.of(cluster.addOns()).isPresent()
                || !cluster.settings().getOrDefault(DIRECTORY, "").isEmpty();
    }

    @Override
    public String name() {
        return "PodsReachEachOther";
    }

    @Override
    public String reason() {
        return "A route that is missing or left over is invisible in the API: all pods are ready, and requests"
                + " time out or reach another tenant. The network is asked only where agents on the nodes care for"
                + " it, or the scenario brings it: the routes of a cloud are right by themselves. The agents are"
                + " given as long as their caches may lag since a node, an agent or a fault last changed something.";
    }

    @Override
    public List<String> sources() {
        return List.of("Kubernetes documentation v1.32, Services, Load Balancing, and Networking: all pods can"
                + " communicate with all other pods, without NAT");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.NETWORK, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest every pod reaches every other, and no packet ends at a pod whose address it does not have.";
    }

    @Override
    public List<Class<?>> records() {
        return isJudged ? List.of(Node.class, ComponentTrace.class) : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof ComponentTrace) {
            changed = entry.time();
        } else if (entry.record() instanceof StoreTrace change && change.object() instanceof Node node) {
            List<String> read = new ArrayList<>();
            read.add(change.change() + " "
                    + (node.spec() == null ? "" : node.spec().podCIDR()));
            node.metadata().annotations().forEach((key, value) -> {
                if (key.startsWith(LEASES)) {
                    read.add(key + "=" + value);
                }
            });
            if (!Objects.equals(nodes.put(node.metadata().name(), read), read)) {
                changed = entry.time();
            }
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        if (!isJudged) {
            return;
        }
        PodNetworkView view = network.get();
        List<Place> all = view.places();
        List<Place> sources = all;
        List<Place> targets = all;
        if ((long) all.size() * all.size() > MOST) {
            sources = firstOfNodes(all);
            targets = (long) sources.size() * all.size() > MOST ? sources : all;
        }
        long pairs = (long) sources.size() * targets.size();
        int step = (int) Math.max(1, (pairs + MOST - 1) / MOST);
        List<String> lost = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            for (int j = i % step; j < targets.size(); j += step) {
                judge(view, sources.get(i), targets.get(j), lost, outcomes);
            }
        }
        if (!lost.isEmpty()) {
            String others = lost.size() > 1 ? " (and so for " + (lost.size() - 1) + " more pairs)" : "";
            if (lag.mayHide(changed, now)) {
                outcomes.unknown(this, lost.get(0) + others + "; the agents may not have heard the latest");
            } else {
                String object = lost.get(0).substring(0, lost.get(0).indexOf(' '));
                outcomes.broken(this, object, lost.get(0).substring(object.length() + 1) + others);
            }
        }
    }

    private static List<Place> firstOfNodes(List<Place> all) {
        Map<String, Place> first = new LinkedHashMap<>();
        all.forEach(place -> first.putIfAbsent(place.node(), place));
        return new ArrayList<>(first.values());
    }

    private void judge(PodNetworkView view, Place from, Place to, List<String> losses, Outcomes outcomes) {
        if (from.address().isEmpty() || to.address().isEmpty()) {
            outcomes.unknown(this, "pod " + (from.address().isEmpty() ? from : to).pod() + " has no address");
            return;
        }
        Path path = view.path(from, to.address());
        String object = "pod/" + from.pod();
        if (!path.arrives()) {
            losses.add(object + " does not reach " + to.pod() + " at " + to.address() + ": "
                    + path.loss().orElse(""));
            return;
        }
        boolean isRight = path.node().equals(to.node())
                && path.sandbox().map(to.sandbox()::equals).orElse(true);
        if (!isRight) {
            outcomes.broken(
                    this,
                    object,
                    "sends to " + to.pod() + " at " + to.address() + ", and the packet ends on " + path.node()
                            + path.sandbox()
                                    .map(one -> " at the sandbox " + one)
                                    .orElse(""));
        }
    }
}
