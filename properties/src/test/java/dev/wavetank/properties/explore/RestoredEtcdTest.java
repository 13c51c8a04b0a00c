package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.liveness.Outcome;
import org.junit.jupiter.api.Test;

/** A cluster whose etcd was put back to an older state, with greater revisions so that caches notice. */
class RestoredEtcdTest {

    private static final Scenario SCENARIO = ScenarioCodec.read("web", """
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}
            faults:
            - {kind: etcdRestore, at: 5s, for: 5s, bump: 1000}
            """);

    /** One pod becomes ready after the backup: its kubelet has written that, and has to write it again. */
    @Test
    void kubelets_write_again_what_the_backup_lacks() {
        RunResult run = ScenarioRun.of(SCENARIO, 1, ClusterParts.DEFAULT);

        assertThat(run.violations()).isEmpty();
        assertThat(run.outcome()).isEqualTo(Outcome.HELD);
    }
}
