package dev.wavetank.model.scenario;

import dev.wavetank.model.quantity.Quantity;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Nodes of a cluster that are alike, and differ from its others.
 *
 * @param name of the pool; its nodes are {@code NAME-1} and so on
 * @param count how many there are
 * @param capacity quantities by resource name, which take the place of the cluster's
 * @param labels that they register with
 * @param taints that they register with, in the form {@code key=value:Effect} or {@code key:Effect}
 * @param zone in which all of them are; empty for the zones of the cluster, in turn
 * @param settings of nodes, which take the place of the cluster's
 */
public record NodePool(
        String name,
        int count,
        Map<String, String> capacity,
        Map<String, String> labels,
        List<String> taints,
        String zone,
        Map<String, String> settings) {

    /** The beginning of the names of nodes that are in no pool. */
    private static final String PLAIN = "node";

    private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]{0,50}[a-z0-9])?");

    private static final Pattern TAINT = Pattern.compile("[^=:]+(=[^=:]*)?:(NoSchedule|PreferNoSchedule|NoExecute)");

    /**
     * Checks the names, and keeps copies.
     *
     * @throws IllegalArgumentException with what is wrong, and how it is to be written
     */
    public NodePool {
        if (!NAME.matcher(name).matches() || name.equals(PLAIN)) {
            throw new IllegalArgumentException("'" + name + "' cannot be the name of a pool: use small letters, digits"
                    + " and hyphens, a letter first, and not 'node', which nodes without a pool have");
        }
        for (String taint : taints) {
            if (!TAINT.matcher(taint).matches()) {
                throw new IllegalArgumentException("'" + taint + "' is no taint: write key=value:Effect, such as"
                        + " dedicated=batch:NoSchedule, with NoSchedule, PreferNoSchedule or NoExecute");
            }
        }
        taints.forEach(taint -> refuse(NodeRules.taint(taint)));
        labels.forEach((key, value) -> refuse(NodeRules.label(key, value)));
        refuse(NodeRules.labelValue(zone));
        capacity.forEach((resource, amount) -> refuse(NodeRules.capacity(resource, Quantity.parse(amount))));
        capacity = Collections.unmodifiableMap(new TreeMap<>(capacity));
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        taints = List.copyOf(taints);
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    }

    private static void refuse(Optional<String> wrong) {
        wrong.ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
    }

    /** Name of a node of the pool, which are counted from 1. */
    String nodeName(int number) {
        return name + "-" + number;
    }
}
