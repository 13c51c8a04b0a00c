package dev.wavetank.model.kubelet.cri.process;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** Commands of which each reads what the one before it prints. */
final class ShellPipe {

    /** So many lines of {@code yes} at most: every command reads less. */
    private static final int LINES_MAX = 1000;

    private ShellPipe() {}

    /**
     * All parts begin together; the shell waits for each of them.
     *
     * @param apart runs a part in a shell of its own; whether it is understood
     * @return the code of the last part that failed, or 0; empty when a part is not understood
     */
    static OptionalInt run(ShellCommand.Pipeline pipeline, ShellState state, Predicate<ShellCommand> apart) {
        long begun = state.nanos;
        long end = begun;
        long before = begun;
        int failure = 0;
        for (int i = 0; i < pipeline.parts().size(); i++) {
            boolean isLast = i + 1 == pipeline.parts().size();
            ShellCommand part = pipeline.parts().get(i);
            // What a command reads comes until the one before it ends.
            state.nanos = before == ShellState.FOR_EVER || leavesInput(part) ? begun : before;
            state.over = false;
            if (!isLast && part instanceof ShellCommand.Simple yes && yes.name().equals("yes")) {
                // It prints without an end, and is killed as soon as nothing reads it any more.
                ShellCommand reader = pipeline.parts().get(i + 1);
                if (!leavesInput(reader)
                        && !(reader instanceof ShellCommand.Simple one
                                && one.name().equals("head"))) {
                    return OptionalInt.empty();
                }
                state.input = "y\n".repeat(LINES_MAX);
                continue;
            }
            int printed = state.output.length();
            int lines = state.log.size();
            boolean isDropped = state.isDropped;
            state.isDropped = isLast && isDropped;
            StringBuilder errors = state.divert(ShellCommand.Errors.APART, !isLast);
            if (!apart.test(part)) {
                return OptionalInt.empty();
            }
            state.input = isLast ? null : state.cut(printed, lines);
            state.rejoin(ShellCommand.Errors.APART, errors);
            state.isDropped = isDropped;
            before = state.nanos;
            end = Math.max(end, before);
            failure = state.code == 0 ? failure : state.code;
        }
        state.nanos = end;
        state.over = end == ShellState.FOR_EVER;
        return OptionalInt.of(failure);
    }

    private static boolean leavesInput(ShellCommand command) {
        return command instanceof ShellCommand.Simple simple
                && List.of("true", "false", "echo", "sleep", ":").contains(simple.name());
    }
}
