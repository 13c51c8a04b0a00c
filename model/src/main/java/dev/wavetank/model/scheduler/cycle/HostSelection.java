package dev.wavetank.model.scheduler.cycle;

import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.random.RandomStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses one of the nodes with the most points ({@code selectHost}): any of them, drawn; before v1.16 one after the
 * other, by
 * names in descending order.
 */
public final class HostSelection {

    private final RandomStream ties;
    private final boolean draws;
    /** Which of the nodes are the best; the same array for all attempts. */
    private int[] indexes = new int[0];

    private long turn;

    /** Chooses as that version does, with that stream. */
    public HostSelection(RandomStream ties, KubernetesVersion version) {
        this.ties = ties;
        this.draws = version.has(Feature.RANDOM_TIE);
    }

    /** The nodes with the most points, in their order. */
    List<NodeInfo> best(List<NodeInfo> nodes, long[] totals) {
        long most = Long.MIN_VALUE;
        for (long total : totals) {
            most = Math.max(most, total);
        }
        // Written at every turn: which nodes are the best is chance, and a processor guesses a jump wrong.
        indexes = indexes.length < totals.length ? new int[totals.length] : indexes;
        int number = 0;
        for (int i = 0; i < totals.length; i++) {
            indexes[number] = i;
            number += totals[i] == most ? 1 : 0;
        }
        NodeInfo[] best = new NodeInfo[number];
        for (int i = 0; i < number; i++) {
            best[i] = nodes.get(indexes[i]);
        }
        return Arrays.asList(best);
    }

    NodeInfo select(List<NodeInfo> best) {
        if (draws) {
            return ties.pick(best);
        }
        best.sort(Comparator.comparing(NodeInfo::name).reversed());
        return best.get((int) (turn++ % best.size()));
    }
}
