package dev.wavetank.model.cluster;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.List;

/** The names of the nodes of a cluster. */
public final class NodeNames {

    private NodeNames() {}

    /**
     * Checks the name of a node of a cluster that does not run yet.
     *
     * @throws IllegalArgumentException when there is no such node, with the one that may be meant
     */
    public static void check(ClusterSpec cluster, String name) {
        List<String> all = new ArrayList<>();
        for (int number = 1; number <= cluster.nodeCount(); number++) {
            all.add(cluster.nameOf(number));
        }
        if (!all.contains(name)) {
            throw new IllegalArgumentException(unknown(name, all));
        }
    }

    static String unknown(String name, List<String> all) {
        String known = all.isEmpty()
                ? "the cluster has no nodes"
                : all.size() < 4
                        ? "the nodes are " + String.join(", ", all)
                        : "the nodes are " + all.get(0) + " to " + all.get(all.size() - 1);
        String hint = Suggestion.of(name, all)
                .map(near -> "did you mean '" + near + "'? " + known)
                .orElse(known);
        return "there is no node '" + name + "': " + hint;
    }
}
