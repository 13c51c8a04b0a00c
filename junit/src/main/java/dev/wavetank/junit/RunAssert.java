package dev.wavetank.junit;

import dev.wavetank.model.cluster.CommandOutcome;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.sim.liveness.Outcome;
import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions about one run, for AssertJ: {@code RunAssert.assertThat(run).held().hasPods("Running", 3)}. */
public final class RunAssert extends AbstractAssert<RunAssert, RunResult> {

    private RunAssert(@Nullable RunResult run) {
        super(run, RunAssert.class);
    }

    /** Assertions about a run. */
    public static RunAssert assertThat(@Nullable RunResult run) {
        return new RunAssert(run);
    }

    /** Every invariant was judged, and held. */
    public RunAssert held() {
        isNotNull();
        if (actual.outcome() != Outcome.HELD) {
            failWithMessage("the run with seed %d did not hold:%n%s", actual.seed(), text(actual.findings()));
        }
        return this;
    }

    /** This invariant broke. */
    public RunAssert broke(String invariant) {
        isNotNull();
        if (!actual.broke(invariant)) {
            failWithMessage(
                    "the run with seed %d did not break %s, but:%n%s",
                    actual.seed(),
                    invariant,
                    actual.violations().isEmpty()
                            ? "  none"
                            : actual.violations().stream()
                                    .map(violation -> "  " + violation)
                                    .collect(Collectors.joining("\n")));
        }
        return this;
    }

    /** At the end there were so many pods in this phase, such as {@code Running}. */
    public RunAssert hasPods(String phase, int count) {
        isNotNull();
        int found = actual.podsByPhase().getOrDefault(phase, 0);
        if (found != count) {
            failWithMessage(
                    "the run with seed %d ended with %d pods that were %s, not %d; all: %s",
                    actual.seed(), found, phase, count, actual.podsByPhase());
        }
        return this;
    }

    /** Every command of the users succeeded. */
    public RunAssert commandsSucceeded() {
        isNotNull();
        List<String> failed = actual.commands().stream()
                .filter(command -> command.outcome() != CommandOutcome.SUCCEEDED)
                .map(command -> "kubectl " + String.join(" ", command.arguments()) + ": "
                        + command.stderr().strip())
                .toList();
        if (!failed.isEmpty()) {
            failWithMessage("commands of the run with seed %d failed:%n%s", actual.seed(), text(failed));
        }
        return this;
    }

    private static String text(List<String> lines) {
        return lines.isEmpty()
                ? "  nothing more is known"
                : lines.stream().map(line -> "  " + line).collect(Collectors.joining("\n"));
    }
}
