package dev.wavetank.junit;

import dev.wavetank.properties.explore.FailureReport;
import dev.wavetank.properties.explore.Replay;
import dev.wavetank.properties.explore.RunResult;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Runs a failure of the corpus again, which must not break any more. */
final class CorpusCheck implements StormCheck {

    private final Path file;
    private @Nullable StormResult result;

    CorpusCheck(Path file) {
        this.file = file;
    }

    @Override
    public String name() {
        return "replay of " + file.getFileName();
    }

    @Override
    public StormResult run(Storm.Subject subject) {
        RunResult run = Replay.of(file).with(subject.exploration(null)).run();
        StormResult ended = StormResult.NONE.with(run.outcome(), run.podsCreated(), 0, 0);
        result = ended;
        if (!run.violations().isEmpty()) {
            throw new AssertionError(
                    "a failure of the corpus breaks again: " + run.violations().get(0) + "\n"
                            + "  file        " + file + "\n"
                            + "  scenario of it, not of the test; replay in Java:\n"
                            + "              " + FailureReport.replayCode(file));
        }
        if (ended.unknown() > 0) {
            throw new AssertionError("a failure of the corpus could not be judged to its end, so nothing was tested: "
                    + file + ": " + String.join("; ", run.unknowns()));
        }
        return ended;
    }

    @Override
    public @Nullable StormResult result() {
        return result;
    }
}
