package dev.wavetank.model.scheduler.plugin.helper;

import dev.wavetank.model.scheduler.framework.NodeDomains;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final List<ByLabel> labels = new ArrayList<>(1);
    private final List<String> keys = new ArrayList<>(1);
    private final Map<String, Share> shares = new LinkedHashMap<>();
    private long generation;
    private int pass;
    private long total;
    private long least = UNKNOWN;
    private @Nullable Snapshot snapshot;

    /** What {@link #at} says of a node that does not have the label. */
    public static final long ABSENT = Long.MIN_VALUE;

    private static final long UNKNOWN = -1;
    /** So many changed nodes are looked at sooner than candidates are asked for. */
    private static final int FEW = 32;

    /** What a node adds to the sums; it may depend on nothing but the node and its pods. */
    public interface Source {

        /** Tells {@code sink} what the node, which is one of the snapshot's, adds. */
        void look(NodeInfo node, Snapshot snapshot, Sink sink);
    }

    /** Which nodes can add something; it may depend on nothing but the nodes and their pods. */
    public interface Candidates {

        /** All nodes that can, and maybe others, some of them several times; null when every node can. */
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

    /** The sums of one label, and which of them is whose; kept up to date by {@link #update}. */
    public static final class ByLabel {
        private final String key;
        private final NodeDomains domains;
        private final Map<String, Sum> byValue = new LinkedHashMap<>();
        /** By the numbers of the values; null until a node is asked for. */
        private @Nullable Sum @Nullable [] byNumber;

        private ByLabel(String key, NodeDomains domains) {
            this.key = key;
            this.domains = domains;
        }

        private void set(String value, @Nullable Sum sum) {
            if (byNumber != null) {
                byNumber = with(byNumber, domains.numberOf(value), sum);
            }
        }

        private static @Nullable Sum[] with(@Nullable Sum[] before, int number, @Nullable Sum sum) {
            @Nullable
            Sum[] sums =
                    number < before.length ? before : Arrays.copyOf(before, Math.max(number + 1, 2 * before.length));
            sums[number] = sum;
            return sums;
        }

        private @Nullable Sum[] byNumber() {
            @Nullable Sum[] known = byNumber;
            if (known == null) {
                known = new Sum[4];
                for (Map.Entry<String, Sum> each : byValue.entrySet()) {
                    known = with(known, domains.numberOf(each.getKey()), each.getValue());
                }
                byNumber = known;
            }
            return known;
        }

        /** Takes the nodes out of a set of positions whose value has a sum above the limit; no sum is below 0. */
        void excludeAbove(long limit, BitSet nodes) {
            if (limit < 0) {
                nodes.clear();
                return;
            }
            for (Map.Entry<String, Sum> each : byValue.entrySet()) {
                if (each.getValue().amount > limit) {
                    domains.exclude(domains.numberOf(each.getKey()), nodes);
                }
            }
        }

        /** Takes the nodes out whose value has no sum above 0. */
        void retainPositive(BitSet nodes) {
            BitSet some = new BitSet();
            for (Map.Entry<String, Sum> each : byValue.entrySet()) {
                if (each.getValue().amount > 0) {
                    domains.include(domains.numberOf(each.getKey()), some);
                }
            }
            nodes.and(some);
        }

        /** Takes the nodes out that do not have the label. */
        void excludeAbsent(BitSet nodes) {
            domains.exclude(NodeDomains.NONE, nodes);
        }

        /**
         * The sum of the value of the node at that position; 0 when no node has added to it, {@link #ABSENT} when the
         * node has no value.
         */
        public long at(int position) {
            int number = domains.at(position);
            if (number == NodeDomains.NONE) {
                return ABSENT;
            }
            @Nullable Sum[] sums = byNumber();
            Sum sum = number < sums.length ? sums[number] : null;
            return sum == null ? 0 : sum.amount;
        }
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

    /** Brings the sums up to date; always with states of the same snapshot. */
    public void update(Snapshot latest) {
        snapshot = latest;
        Collection<NodeInfo> changed = generation == 0 ? null : latest.changedSince(generation);
        generation = latest.generation();
        Collection<NodeInfo> some = candidates.in(latest);
        if (changed != null && (changed.size() <= FEW || changed.size() <= shares.size())) {
            for (NodeInfo node : changed) {
                if (some == null || some.contains(node) || shares.containsKey(node.name())) {
                    look(node);
                }
            }
            return;
        }
        pass++;
        for (NodeInfo node : some == null ? latest.nodes() : some) {
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
        source.look(node, Objects.requireNonNull(snapshot, "updated"), share);
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
        for (int i = 0; i < share.places.size(); i += 2) {
            ByLabel label = label(share.places.get(i));
            count(label, share.places.get(i + 1), sign * share.amounts[i / 2], sign);
            total += sign * share.amounts[i / 2];
            least = UNKNOWN;
        }
    }

    private void count(ByLabel label, String value, long amount, int nodes) {
        Sum sum = label.byValue.get(value);
        if (sum == null) {
            sum = new Sum();
            if (label.byValue.isEmpty()) {
                keys.add(label.key);
            }
            label.byValue.put(value, sum);
            label.set(value, sum);
        }
        sum.amount += amount;
        sum.nodes += nodes;
        if (sum.nodes == 0) {
            label.byValue.remove(value);
            label.set(value, null);
            if (label.byValue.isEmpty()) {
                keys.remove(label.key);
            }
        }
    }

    /** The sums of a label. There are one or two, so that they are found sooner by a scan than by a hash. */
    public ByLabel label(String topologyKey) {
        for (int i = 0; i < labels.size(); i++) {
            if (labels.get(i).key.equals(topologyKey)) {
                return labels.get(i);
            }
        }
        ByLabel label = new ByLabel(
                topologyKey, Objects.requireNonNull(snapshot, "updated").domains(topologyKey));
        labels.add(label);
        return label;
    }

    /** The sum of a value; 0 when no node has added to it. */
    public long of(String topologyKey, String value) {
        Sum sum = label(topologyKey).byValue.get(value);
        return sum == null ? 0 : sum.amount;
    }

    /** As {@link ByLabel#at}, of one label. */
    public long at(String topologyKey, int position) {
        return label(topologyKey).at(position);
    }

    /** The value of the node at that position, which has one. */
    String value(String topologyKey, int position) {
        NodeDomains of = label(topologyKey).domains;
        return of.value(of.at(position));
    }

    /** The sum over everything. */
    public long total() {
        return total;
    }

    /** The labels that nodes have added to. */
    public List<String> keys() {
        return keys;
    }

    /** The values of a label that nodes have added to. */
    public Collection<String> values(String topologyKey) {
        return domains == null ? label(topologyKey).byValue.keySet() : domains.values(topologyKey);
    }

    /** The lowest sum of a value of the only label there is; very large when there is none. */
    long least(String topologyKey) {
        if (domains != null
                && label(topologyKey).byValue.size()
                        < domains.values(topologyKey).size()) {
            return 0;
        }
        if (least == UNKNOWN) {
            long lowest = Changes.NONE;
            for (Sum sum : label(topologyKey).byValue.values()) {
                lowest = Math.min(lowest, sum.amount);
            }
            least = lowest;
        }
        return least;
    }
}
