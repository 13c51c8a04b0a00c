package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.explore.Explanation;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.explore.RunInput;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.causality.Story;
import dev.wavetank.sim.trace.RingSink;
import java.util.ArrayList;
import java.util.List;

/** What led to the violation in the first run of a storm that shows a known bug. */
final class BugStory {

    private static final int SEEDS_MAX = 500;
    private static final int RECORDS = 200_000;

    /** What a reader can do without. */
    private static final String NOISE = "\\b(uid|sent|received|from|incarnation|resource)=\\S* ?";

    private BugStory() {}

    static List<String> of(KnownBug bug) {
        Judges judges = Judges.DEFAULT.withStrict(bug.storm().isStrict());
        ClusterParts parts = bug.putInto(ClusterParts.DEFAULT);
        Exploration exploration =
                new Exploration(bug.storm().scenario(), parts, bug.storm().sampler(), 1, judges);
        List<ExploredRun> found = exploration.run(exploration::input, 1, SEEDS_MAX, 1, run -> {});
        RunInput input = found.get(0).input();
        RingSink records = new RingSink(RECORDS, false);
        RunResult result = ScenarioRun.of(input.scenario(), input.seed(), input.in(parts), judges, List.of(records));
        Violation violation = result.violations().get(0);
        List<List<String>> steps = new ArrayList<>();
        for (Story.Line line :
                Explanation.of(violation, records.entries(), false).story().lines()) {
            String details = line.details().replaceAll(NOISE, "").strip();
            String words = line.actor() + ": " + (line.verb() + " " + line.subject()).strip()
                    + (details.isEmpty() ? "" : "; " + details);
            steps.add(StoryText.wrapped(StoryText.time(line.entry().time()), words));
        }
        List<String> story = new ArrayList<>(StoryText.shortened(steps));
        story.addAll(StoryText.wrapped(
                StoryText.time(violation.at()), "BROKEN: " + violation.object() + ": " + violation.message()));
        return story;
    }
}
