package dev.wavetank.properties.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.Judges;
import org.junit.jupiter.api.Test;

/** What surrounds the bugs of the garbage collector. */
class CollectorBugsTest {

    @Test
    void a_collector_since_v1_32_collects_although_one_kind_cannot_be_listed() {
        Storm storm = KnownBugs.named("unlisted-kind").storm();
        ClusterParts parts = CollectorBugs.brokenConversion(ClusterParts.DEFAULT);

        assertThat(new Exploration(storm.scenario(), parts, storm.sampler(), 1, Judges.DEFAULT).run(1, 5, 1, run -> {}))
                .isEmpty();
    }
}
