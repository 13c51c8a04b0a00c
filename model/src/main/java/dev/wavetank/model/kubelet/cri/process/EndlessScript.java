package dev.wavetank.model.kubelet.cri.process;

import java.util.List;

/**
 * Finds scripts that run until they are stopped, whatever those of their parts do that are not understood: with a loop
 * whose condition is always true, or with {@code sleep infinity} or {@code tail -f} at the end.
 */
final class EndlessScript {

    /** Commands after which the rest of a script may not run, or that end a loop. */
    private static final List<String> LEAVING = List.of("exit", "exec", "break", "return", "kill", "set");

    private EndlessScript() {}

    /** Whether the commands before the last one cannot keep it from running for ever. */
    static boolean is(ShellCommand command) {
        if (command instanceof ShellCommand.Sequence sequence) {
            for (ShellCommand part : sequence.parts()) {
                if (is(part) || mayLeave(part)) {
                    return is(part);
                }
            }
            return false;
        }
        if (command instanceof ShellCommand.Loop loop) {
            return isConstant(loop) && !mayLeave(loop.body());
        }
        if (command instanceof ShellCommand.AndOr two) {
            return is(two.first());
        }
        if (command instanceof ShellCommand.Subshell inner) {
            return is(inner.body());
        }
        if (command instanceof ShellCommand.If choice) {
            return is(choice.then()) && choice.otherwise() != null && is(choice.otherwise());
        }
        if (command instanceof ShellCommand.Redirected redirected) {
            return is(redirected.command());
        }
        return command instanceof ShellCommand.Simple simple && SimpleCommands.isEndless(simple.words());
    }

    /** Whether the condition of a loop is always the same. */
    static boolean isConstant(ShellCommand.Loop loop) {
        List<String> always = loop.until() ? List.of("false") : List.of("true", ":", "sleep");
        return loop.condition() instanceof ShellCommand.Simple simple && always.contains(simple.name());
    }

    private static boolean mayLeave(ShellCommand command) {
        if (command instanceof ShellCommand.Simple simple) {
            return LEAVING.contains(simple.name());
        }
        if (command instanceof ShellCommand.Sequence sequence) {
            return sequence.parts().stream().anyMatch(EndlessScript::mayLeave);
        }
        if (command instanceof ShellCommand.AndOr two) {
            return mayLeave(two.first()) || mayLeave(two.second());
        }
        if (command instanceof ShellCommand.If choice) {
            return mayLeave(choice.condition())
                    || mayLeave(choice.then())
                    || choice.otherwise() != null && mayLeave(choice.otherwise());
        }
        if (command instanceof ShellCommand.Loop loop) {
            return mayLeave(loop.condition()) || mayLeave(loop.body());
        }
        if (command instanceof ShellCommand.For loop) {
            return mayLeave(loop.body());
        }
        if (command instanceof ShellCommand.Case choice) {
            return choice.branches().stream().anyMatch(one -> one.body() != null && mayLeave(one.body()));
        }
        if (command instanceof ShellCommand.Definition function) {
            return mayLeave(function.body());
        }
        if (command instanceof ShellCommand.Redirected redirected) {
            return mayLeave(redirected.command());
        }
        return command instanceof ShellCommand.Not negated && mayLeave(negated.command());
    }
}
