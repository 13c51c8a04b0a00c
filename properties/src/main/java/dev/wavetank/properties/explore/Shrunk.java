package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.sim.OrderPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * A shrunk failure.
 *
 * @param smallest the run with the fewest faults and decisions in which the same invariant is the first to break
 * @param parts of that run
 * @param commandsBefore how many commands there were at first
 * @param faultsBefore how many faults there were at first
 * @param orderBefore the order of events at first, with the seed's choices about it written out
 * @param decisionsBefore how many decisions differed from first in, first out, before they were made fewer; 0 when
 *     that is the order of the smallest run
 * @param runs number of runs of the search
 * @param isSpent whether the budget was used up, so that more runs might have shrunk it further
 */
public record Shrunk(
        RunResult smallest,
        ClusterParts parts,
        int commandsBefore,
        int faultsBefore,
        String orderBefore,
        int decisionsBefore,
        int runs,
        boolean isSpent) {

    /** In words, such as {@code commands 9 to 3, faults 41 to 2, decisions 25 to 2, 123 runs}. */
    public String summary() {
        List<String> words = new ArrayList<>();
        int commands = smallest.scenario().timeline().size();
        if (commands < commandsBefore) {
            words.add("commands " + change(commandsBefore, commands));
        }
        if (faultsBefore > 0) {
            words.add("faults "
                    + change(faultsBefore, smallest.scenario().faults().size()));
        }
        if (!orderBefore.equals(parts.order())) {
            words.add("order " + orderBefore + " to " + parts.order());
        } else if (!orderBefore.equals(OrderPolicy.FIFO.toString())) {
            words.add("decisions " + change(decisionsBefore, parts.decisions().size()));
        }
        words.add(runs == 1 ? "1 run" : runs + (isSpent ? " runs, the most that are made" : " runs"));
        return String.join(", ", words);
    }

    private static String change(int before, int after) {
        return before == after ? "" + after : before + " to " + after;
    }
}
