package dev.wavetank.model.kubectl.session;

import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.function.Function;

/** One command line that has been checked and is ready to act. */
@FunctionalInterface
public interface Command {

    /**
     * Runs the command and writes into the session's output; done with whether the server was reachable to the end.
     */
    Completion<Boolean> run();

    /** Runs one step for each item, one after the other, until a step returns false: the rest is useless. */
    static <T> Completion<Boolean> inOrder(List<T> items, Function<T, Completion<Boolean>> step) {
        return from(0, items, step);
    }

    private static <T> Completion<Boolean> from(int index, List<T> items, Function<T, Completion<Boolean>> step) {
        return index == items.size()
                ? Completion.of(true)
                : step.apply(items.get(index)).then(goOn -> goOn ? from(index + 1, items, step) : Completion.of(false));
    }
}
