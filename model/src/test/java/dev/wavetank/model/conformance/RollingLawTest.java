package dev.wavetank.model.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every size in recorded roll-outs and in those of several seeds follows from what could be seen at that time. */
class RollingLawTest {

    private static final List<String> SCENARIOS = List.of("03a-rolling-update", "11a-rollover");

    @Test
    void all_sizes_follow_from_the_sizes_and_available_pods_of_the_last_moments() {
        for (Case played : Case.ALL_CASES) {
            if (SCENARIOS.contains(played.scenario())) {
                Recording recording = Recording.read(played.scenario());
                List<Observed> runs = new ArrayList<>(List.of(recording.observed()));
                for (int seed = 1; seed <= 5; seed++) {
                    runs.add(played.run(recording, seed));
                }
                for (int i = 0; i < runs.size(); i++) {
                    RollingLaw law = RollingLaw.judge(runs.get(i), 10, 3, 2);
                    assertThat(law.broken()).as(played.scenario() + ", run " + i).isEmpty();
                    assertThat(law.steps()).isGreaterThanOrEqualTo(20);
                }
            }
        }
    }

    @Test
    void a_size_that_is_one_off_breaks_the_law() {
        for (String scenario : SCENARIOS) {
            List<Sent> requests = Recording.read(scenario).observed().requests();
            int found = 0;
            int changed = 0;
            for (int i = 0; i < requests.size(); i++) {
                Sent sent = requests.get(i);
                if (sent.isSize() && sent.verb().equals("update")) {
                    List<Sent> other = new ArrayList<>(requests);
                    other.set(i, resized(sent, sent.replicas() == 0 ? 1 : sent.replicas() - 1));
                    changed++;
                    Observed run = new Observed(other, List.of(), Map.of());
                    found += RollingLaw.judge(run, 10, 3, 2).broken().isEmpty() ? 0 : 1;
                }
            }
            assertThat(found).as(scenario + ": of " + changed).isGreaterThanOrEqualTo(changed - 1);
        }
    }

    private static Sent resized(Sent sent, int replicas) {
        return new Sent(
                sent.millis(),
                sent.by(),
                sent.verb(),
                sent.resource(),
                sent.name(),
                sent.code(),
                replicas,
                sent.available(),
                sent.conditions(),
                sent.policy(),
                sent.message());
    }
}
