package dev.wavetank.junit;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.Explanation;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.Shrunk;
import dev.wavetank.reports.story.FailureText;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * What a failed test prints: the shrunk failure, what led to it, where it is saved, and a test that fails in the same
 * way.
 *
 * @param corpus where a failure is kept, so that the test tries it first
 */
record FailureMessage(Path corpus) {

    /** A longer story is left to {@code wavetank replay --explain}. */
    private static final int MOST_LINES = 40;

    private static final int RECORDS_KEPT = 1_000_000;
    private static final String INDENT = "    ";

    /** Shrinks and saves a failure, and describes it. */
    String of(Exploration exploration, RunResult failure, Path directory) {
        Shrunk shrunk = exploration.shrink(failure);
        Path file = exploration.save(shrunk, directory);
        return "\n" + exploration.report(shrunk, file).stripTrailing() + "\n"
                + "  keep it     copy the file into " + corpus + ": the test then tries it first\n\n"
                + story(exploration.explain(shrunk, RECORDS_KEPT))
                + "\nas a test:\n"
                + test(shrunk, exploration.ownParts(), file);
    }

    private static String story(Explanation explanation) {
        StringBuilder text = new StringBuilder("what led to it, step by step:\n");
        List<String> lines = FailureText.lines(explanation.story());
        int left = Math.max(0, lines.size() - MOST_LINES);
        if (left > 0) {
            text.append("  (").append(left).append(" earlier lines are left out)\n");
        }
        lines.subList(left, lines.size())
                .forEach(line -> text.append("  ").append(line).append('\n'));
        if (!explanation.duty().isEmpty()) {
            text.append("  then ").append(explanation.duty()).append('\n');
        }
        return text.append("  so that ")
                .append(explanation.conclusion())
                .append('\n')
                .toString();
    }

    /** Decisions about the order stand in no annotation: a test with them replays the file. */
    private static String test(Shrunk shrunk, List<String> ownParts, Path file) {
        RunResult run = shrunk.smallest();
        String name = run.violations()
                        .get(0)
                        .invariant()
                        .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                        .toLowerCase(Locale.ROOT)
                + "_seed_" + run.seed();
        String own = ownParts.isEmpty()
                ? ""
                : "        // give it the parts of the failed test: " + String.join(", ", ownParts) + "\n";
        if (!shrunk.parts().decisions().isEmpty()) {
            return "    @Test\n    void " + name + "() {\n" + own + "        RunAssert.assertThat(Replay.of(Path.of(\""
                    + file + "\")).run()).held();\n    }\n";
        }
        String scenario =
                ScenarioCodec.compact(run.scenario()).replace("\\", "\\\\").replace("\"\"\"", "\\\"\"\"");
        return "    @StormTest(firstSeed = " + run.seed() + ", seeds = 1, faults = Intensity.NONE, order = \""
                + shrunk.parts().order() + "\")\n"
                + "    void " + name + "(Storm storm) {\n"
                + own
                + "        storm.scenario(\"\"\"\n"
                + scenario.indent(4 * INDENT.length())
                + "                \"\"\").check();\n    }\n";
    }
}
