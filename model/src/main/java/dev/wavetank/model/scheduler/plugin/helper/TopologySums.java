package dev.wavetank.model.scheduler.plugin.helper;

import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sums over all nodes by the value of a topology label, such as how many pods of a service are in each zone, kept
 * from one scheduling cycle to the next: only nodes that have changed are looked at again.
 *
 * <p>While a cycle runs they do not change; what would be if pods were added or removed is in {@link Changes}.
 */
public final class TopologySums {

    private final Source source;
    private final Candidates candidates;
    private @Nullable TopologySums domains;
    private final Map<String, Map<String, Sum>> sums = new LinkedHashMap<>();
    private final Map<String, Share> shares = new LinkedHashMap<>();
    private long generation;
    private int pass;
    private long total;
    private long least = UNKNOWN;
    private String lastKey = "";
    private Map<String, Sum> lastValues = Collections.emptyMap();

    private static final long UNKNOWN = -1;
    /** So many changed nodes are looked at sooner than candidates are asked for. */
    private static final int FEW = 32;

    /** What a node adds to the sums; it may depend on nothing but the node and its pods. */
    public interface Source {

        /** Tells {@code sink} what the node adds. */
        void look(NodeInfo node, Sink sink);
    }

    /** Which nodes can add something; it may depend on nothing but the nodes and their pods. */
    public interface Candidates {

        /** All nodes that can, and maybe others; null when every node can. */
        @Nullable
        Collection<NodeInfo> in(Snapshot snapshot);
    }

    /** Takes what a node adds. */
    public interface Sink {

        /** Adds an amount, maybe 0, to the sum of a value of a topology label. */
        void add(String topologyKey, String value, long amount);
    }

    private static final class Sum {
        private long amount;
        private int nodes;
    }

    /** What one node has added. */
    private static final class Share implements Sink {
        private final List<String> places = new ArrayList<>(2);
        private long[] amounts = new long[1];
        private NodeInfo node;
        private long generation;
        private int pass;

        private Share(NodeInfo node) {
            this.node = node;
        }

        @Override
        public void add(String topologyKey, String value, long amount) {
            int at = places.size() / 2;
            if (at == amounts.length) {
                amounts = Arrays.copyOf(amounts, 2 * at);
            }
            places.add(topologyKey);
            places.add(value);
            amounts[at] = amount;
        }
    }

    /** Sums of what the source says; empty until {@link #update}. */
    public TopologySums(Source source, Candidates candidates) {
        this.source = source;
        this.candidates = candidates;
    }

    /**
     * Says which values of the topology label there are, for sums that are never below 0 and to which only nodes have
     * added that have something: the others are 0.
     */
    public void setDomains(TopologySums all) {
        domains = all;
    }

    /** Brings the sums up to date. */
    public void update(Snapshot snapshot) {
        Collection<NodeInfo> changed = generation == 0 ? null : snapshot.changedSince(generation);
        generation = snapshot.generation();
        if (changed != null && (changed.size() <= FEW || changed.size() <= shares.size())) {
            changed.forEach(this::look);
            return;
        }
        Collection<NodeInfo> some = candidates.in(snapshot);
        pass++;
        for (NodeInfo node : some == null ? snapshot.nodes() : some) {
            look(node);
        }
        dropOthers();
    }

    private void look(NodeInfo node) {
        Share share = shares.get(node.name());
        if (share == null) {
            share = new Share(node);
        } else if (share.node == node && share.generation == node.generation()) {
            share.pass = pass;
            return;
        } else {
            count(share, -1);
            share.places.clear();
        }
        source.look(node, share);
        if (share.places.isEmpty()) {
            shares.remove(node.name());
            return;
        }
        share.node = node;
        share.generation = node.generation();
        share.pass = pass;
        shares.put(node.name(), share);
        count(share, 1);
    }

    private void dropOthers() {
        Iterator<Share> all = shares.values().iterator();
        while (all.hasNext()) {
            Share share = all.next();
            if (share.pass != pass) {
                count(share, -1);
                all.remove();
            }
        }
    }

    private void count(Share share, int sign) {
        lastKey = "";
        lastValues = Collections.emptyMap();
        for (int i = 0; i < share.places.size(); i += 2) {
            Map<String, Sum> values = sums.computeIfAbsent(share.places.get(i), first -> new LinkedHashMap<>());
            Sum sum = values.computeIfAbsent(share.places.get(i + 1), first -> new Sum());
            sum.amount += sign * share.amounts[i / 2];
            sum.nodes += sign;
            total += sign * share.amounts[i / 2];
            least = UNKNOWN;
            if (sum.nodes == 0) {
                values.remove(share.places.get(i + 1));
                if (values.isEmpty()) {
                    sums.remove(share.places.get(i));
                }
            }
        }
    }

    /** A cycle asks for the same label at every node. */
    private Map<String, Sum> valuesOf(String topologyKey) {
        if (!topologyKey.equals(lastKey)) {
            lastValues = sums.getOrDefault(topologyKey, Collections.emptyMap());
            lastKey = topologyKey;
        }
        return lastValues;
    }

    /** The sum of a value; 0 when no node has added to it. */
    public long of(String topologyKey, String value) {
        Sum sum = valuesOf(topologyKey).get(value);
        return sum == null ? 0 : sum.amount;
    }

    /** The sums of the values of one label, for a look at many of them; to be asked for anew in every cycle. */
    public ByValue of(String topologyKey) {
        return new ByValue(valuesOf(topologyKey));
    }

    /** Sums of the values of one label, as they are until the next {@link #update}. */
    public static final class ByValue {

        private final Map<String, Sum> values;

        private ByValue(Map<String, Sum> values) {
            this.values = values;
        }

        /** The sum of a value; 0 when no node has added to it. */
        public long of(String value) {
            Sum sum = values.get(value);
            return sum == null ? 0 : sum.amount;
        }
    }

    /** The sum over everything. */
    public long total() {
        return total;
    }

    /** The labels that nodes have added to. */
    public Collection<String> keys() {
        return sums.keySet();
    }

    /** The values of a label that nodes have added to. */
    public Collection<String> values(String topologyKey) {
        return domains == null ? valuesOf(topologyKey).keySet() : domains.values(topologyKey);
    }

    /** The lowest sum of a value of the only label there is; very large when there is none. */
    long least(String topologyKey) {
        if (domains != null
                && valuesOf(topologyKey).size() < domains.values(topologyKey).size()) {
            return 0;
        }
        if (least == UNKNOWN) {
            long lowest = Changes.NONE;
            for (Sum sum : valuesOf(topologyKey).values()) {
                lowest = Math.min(lowest, sum.amount);
            }
            least = lowest;
        }
        return least;
    }
}
