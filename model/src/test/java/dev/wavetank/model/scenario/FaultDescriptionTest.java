package dev.wavetank.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.fault.FaultPlan;
import java.util.Collections;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FaultDescriptionTest {

    private static final ClusterSpec REPLICATED = new ClusterSpec(
            3,
            ClusterSpec.DEFAULT.nodeCapacity(),
            ClusterSpec.DEFAULT.profile(),
            Collections.singletonMap(ComponentNames.ETCD_MEMBERS, "3"));

    @Test
    void every_kind_has_a_meaning_and_no_other() {
        assertThat(Meanings.read(FaultDescription.class, "faults.txt").keySet())
                .containsExactlyElementsOf(new TreeSet<>(FaultSampler.allKinds()));
    }

    @Test
    void every_example_can_be_pasted_into_a_plan() {
        for (FaultDescription fault : FaultDescription.all(REPLICATED)) {
            String text = "faults:\n- " + fault.example() + "\n";

            FaultPlan plan = ScenarioCodec.readPlan("example.yaml", text, REPLICATED);

            assertThat(plan.clauses())
                    .singleElement()
                    .satisfies(clause -> assertThat(clause.fault().kind()).isEqualTo(fault.kind()));
        }
    }

    @Test
    void a_kind_that_can_hit_nothing_has_no_example() {
        assertThat(FaultDescription.all(ClusterSpec.DEFAULT))
                .filteredOn(fault -> fault.kind().equals("etcdDiskLoss"))
                .extracting(FaultDescription::example)
                .containsExactly("");
    }
}
