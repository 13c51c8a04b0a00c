package dev.wavetank.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import org.junit.jupiter.api.Test;

class RunAssertTest {

    private static final RunResult HELD = run("create deployment web --image=nginx --replicas=2", "");
    private static final RunResult SHORT = run("create deployment web --image=nginx", "horizon: 1s\n");
    private static final RunResult WRONG = run("scale deployment/nobody --replicas=2", "");
    private static final RunResult BROKEN = ScenarioRun.of(
            ScenarioCodec.read("s", timeline("create deployment web --image=nginx --replicas=9")),
            1,
            KnownBugs.named("no-slow-start").putInto(ClusterParts.DEFAULT));

    @Test
    void what_is_so_passes() {
        RunAssert.assertThat(HELD)
                .held()
                .hasPods("Running", 2)
                .hasPods("Failed", 0)
                .commandsSucceeded();
        RunAssert.assertThat(BROKEN).broke("SlowStart");
    }

    @Test
    void what_is_not_so_is_told() {
        assertThatThrownBy(() -> RunAssert.assertThat(HELD).broke("SlowStart"))
                .hasMessage("the run with seed 1 did not break SlowStart, but:%n  none".formatted());
        assertThatThrownBy(() -> RunAssert.assertThat(HELD).hasPods("Running", 3))
                .hasMessage("the run with seed 1 ended with 2 pods that were Running, not 3; all: {Running=2}");
        assertThatThrownBy(() -> RunAssert.assertThat(BROKEN).held()).hasMessageContaining("SlowStart");
        assertThatThrownBy(() -> RunAssert.assertThat(SHORT).held()).hasMessageContaining("horizon 1s reached");
        assertThatThrownBy(() -> RunAssert.assertThat(WRONG).commandsSucceeded())
                .hasMessageContaining("kubectl scale deployment/nobody --replicas=2: ")
                .hasMessageContaining("NotFound");
        assertThatThrownBy(() -> RunAssert.assertThat(null).held()).isInstanceOf(AssertionError.class);
        assertThat(BROKEN.violations()).isNotEmpty();
    }

    private static RunResult run(String command, String more) {
        return ScenarioRun.of(ScenarioCodec.read("s", more + timeline(command)), 1, ClusterParts.DEFAULT);
    }

    private static String timeline(String command) {
        return "timeline:\n- {at: 0s, kubectl: " + command + "}\n";
    }
}
