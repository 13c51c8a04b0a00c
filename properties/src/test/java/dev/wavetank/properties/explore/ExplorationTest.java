package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ExplorationTest {

    @Test
    void returns_no_more_failures_than_were_asked_for_however_many_runs_fail_at_once() {
        Scenario scenario = Scenario.ofCommand(
                ClusterSpec.DEFAULT, List.of("create", "deployment", "web", "--image=nginx", "--replicas=3"));
        PartsSpec buggy = new PartsSpec("fifo", List.of("no-slow-start"));
        AtomicInteger finished = new AtomicInteger();

        List<RunResult> failures =
                new Exploration(scenario, buggy.parts(), null, 1).run(1, 8, 8, run -> finished.incrementAndGet());

        assertThat(failures).hasSize(1);
        assertThat(finished).hasPositiveValue();
    }
}
