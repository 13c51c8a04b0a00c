package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * No two nodes have ranges of pod addresses that overlap, and the range of a node never changes ({@code podCIDR} of
 * {@code NodeSpec}; "may not change podCIDR except from empty to valid", pkg/apis/core/validation v1.32).
 */
public final class NodeRangesApart implements Invariant {

    /** The nodes of each range, by uid. */
    private final NavigableMap<Ipv4Range, Map<String, Node>> nodes =
            new TreeMap<>(Comparator.comparingLong(Ipv4Range::first).thenComparingInt(Ipv4Range::prefix));

    @Override
    public String name() {
        return "NodeRangesApart";
    }

    @Override
    public String reason() {
        return "Two nodes with overlapping ranges give out the same addresses, and routes to one of them end at"
                + " the other; a range that changes cuts off all pods of its node.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, NodeSpec: podCIDR",
                "pkg/apis/core/validation/validation.go (v1.32), ValidateNodeUpdate: may not change"
                        + " podCIDR except from empty to valid");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.CONTROLLERS, Tag.NETWORK, Tag.NODES, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "No two nodes have overlapping ranges of pod addresses, and the range of a node never changes.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Node.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Node node) {
            Node before = change.previous() instanceof Node old ? old : null;
            if (change.change() == WatchEvent.Type.DELETED) {
                range(node).ifPresent(range -> leave(range, node));
            } else if (before == null || !Objects.equals(cidr(before), cidr(node))) {
                observe(node, before == null ? Optional.empty() : range(before), outcomes);
            }
        }
    }

    private void observe(Node node, Optional<Ipv4Range> before, Outcomes outcomes) {
        Optional<Ipv4Range> range = range(node);
        if (range.equals(before)) {
            return;
        }
        if (before.isPresent()) {
            outcomes.broken(
                    this,
                    ObjectNames.of(node),
                    "changed its range from " + before.get() + " to "
                            + range.map(Objects::toString).orElse("none"));
        }
        before.ifPresent(old -> leave(old, node));
        range.ifPresent(mine -> {
            judge(node, mine, outcomes);
            nodes.computeIfAbsent(mine, first -> new LinkedHashMap<>()).put(node.uid(), node);
        });
    }

    private void leave(Ipv4Range range, Node node) {
        nodes.computeIfPresent(range, (same, there) -> {
            there.remove(node.uid());
            return there.isEmpty() ? null : there;
        });
    }

    /** Ranges are aligned, so that two overlap only when one contains the other. */
    private void judge(Node node, Ipv4Range mine, Outcomes outcomes) {
        for (int prefix = 0; prefix < mine.prefix(); prefix++) {
            Ipv4Range around = new Ipv4Range(mine.first(), prefix);
            report(node, mine, around, nodes.getOrDefault(around, Map.of()), outcomes);
        }
        nodes.subMap(mine, true, new Ipv4Range(mine.last(), Integer.SIZE), true)
                .forEach((within, others) -> report(node, mine, within, others, outcomes));
    }

    private void report(Node node, Ipv4Range mine, Ipv4Range theirs, Map<String, Node> others, Outcomes outcomes) {
        for (Node other : others.values()) {
            outcomes.broken(
                    this,
                    ObjectNames.of(node),
                    "has range " + mine + ", and node " + other.metadata().name() + " has " + theirs);
        }
    }

    private static Optional<Ipv4Range> range(Node node) {
        String cidr = cidr(node);
        return cidr == null ? Optional.empty() : Ipv4Range.parse(cidr);
    }

    private static @Nullable String cidr(Node node) {
        return node.spec() == null ? null : node.spec().podCIDR();
    }
}
