package dev.wavetank.model.kubectl;

import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.function.Function;

/** One command line that has been checked and is ready to act. */
@FunctionalInterface
interface Command {

    /**
     * Does the work and writes into the session's transcript; answers whether the server could be reached to the end.
     */
    Completion<Boolean> run();

    /** Takes one step for each item, one after the other, until a step answers that there is no use in going on. */
    static <T> Completion<Boolean> inOrder(List<T> items, Function<T, Completion<Boolean>> step) {
        if (items.isEmpty()) {
            return Completion.of(true);
        }
        return step.apply(items.get(0))
                .then(goOn -> goOn ? inOrder(items.subList(1, items.size()), step) : Completion.of(false));
    }
}
