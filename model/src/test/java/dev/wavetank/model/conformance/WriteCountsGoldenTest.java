package dev.wavetank.model.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How many writes a status needs, and how many of them meet a conflict, is a race: the recorded number lies where those
 * of twenty seeds do.
 */
@Tag("slow")
class WriteCountsGoldenTest {

    private static final int SEEDS = 30;

    /** Of a short run, a number that was met once differs by that much without being another. */
    private static final int SLACK = 1;

    private static final List<String> SCENARIOS = List.of(
            "01-create-deployment",
            "03a-rolling-update",
            "03c-recreate",
            "03d-progress-deadline",
            "03e-proportional",
            "04a-delete-background",
            "04a-delete-foreground",
            "04b-adoption",
            "11a-rollover",
            "11b-drift-repair");

    @Test
    void the_recorded_numbers_of_status_writes_and_conflicts_are_among_those_of_the_seeds() {
        List<String> outside = new ArrayList<>();
        for (Case played : Case.ALL_CASES) {
            if (SCENARIOS.contains(played.scenario())) {
                outside.addAll(outside(played));
            }
        }
        assertThat(outside).isEmpty();
    }

    private static List<String> outside(Case played) {
        Recording recording = Recording.read(played.scenario());
        Map<String, Integer> recorded = counts(recording.observed());
        Map<String, List<Integer>> simulated = new TreeMap<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            Map<String, Integer> counts = counts(played.run(recording, seed));
            for (String what : recorded.keySet()) {
                simulated.computeIfAbsent(what, missing -> new ArrayList<>()).add(counts.get(what));
            }
        }
        List<String> outside = new ArrayList<>();
        simulated.forEach((what, numbers) -> {
            numbers.sort(null);
            int least = numbers.get(0);
            int most = numbers.get(SEEDS - 1);
            String line = String.format(
                    Locale.ROOT,
                    "%-22s | %-38s | recorded %3d | simulated %3d to %3d, median %3d",
                    played.scenario(),
                    what,
                    recorded.get(what),
                    least,
                    most,
                    numbers.get(SEEDS / 2));
            System.out.println(line);
            if (recorded.get(what) < least - SLACK || recorded.get(what) > most + SLACK) {
                outside.add(line);
            }
        });
        return outside;
    }

    private static Map<String, Integer> counts(Observed run) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String by : List.of("deployment-controller", "replicaset-controller")) {
            counts.put(by + " status writes", 0);
            counts.put(by + " conflicts", 0);
        }
        for (Sent sent : run.requests()) {
            if (counts.containsKey(sent.by() + " conflicts")) {
                counts.merge(sent.by() + " conflicts", sent.isConflict() ? 1 : 0, Integer::sum);
                counts.merge(sent.by() + " status writes", sent.isStatus() && !sent.isConflict() ? 1 : 0, Integer::sum);
            }
        }
        return counts;
    }
}
