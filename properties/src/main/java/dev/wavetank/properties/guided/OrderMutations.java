package dev.wavetank.properties.guided;

import dev.wavetank.properties.explore.RunInput;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/** Small changes of the order of events. */
final class OrderMutations {

    /** Among so many of the first decisions one is changed where a run made none. */
    private static final int FIRST_DECISIONS = 1_024;

    private OrderMutations() {}

    /**
     * One decision about the order is another one, and all others are those of the run.
     *
     * @param taken the decisions of the run
     */
    static RunInput changeOneDecision(RunInput input, List<Choice> taken, RandomStream random) {
        List<Choice> open = taken.stream().filter(choice -> choice.bound() > 1).toList();
        if (open.isEmpty()) {
            // In order of scheduling: no two events competed.
            String order = OrderPolicy.parse("shuffle", random.nextLong()).toString();
            return input.withOrder(
                    order, List.of(new Choice(OrderPolicy.STREAM, random.nextInt(FIRST_DECISIONS), 2, 1)));
        }
        Choice changed = random.pick(open);
        long value = random.nextLong(changed.bound() - 1);
        Choice other = changed.withValue(value < changed.value() ? value : value + 1);
        List<Choice> decisions = new ArrayList<>();
        for (Choice choice : taken) {
            Choice kept = choice.index() == other.index() ? other : choice;
            // What is not decided stays in order of scheduling.
            if (kept.value() != 0) {
                decisions.add(kept);
            }
        }
        return input.withOrder(input.order(), decisions);
    }
}
