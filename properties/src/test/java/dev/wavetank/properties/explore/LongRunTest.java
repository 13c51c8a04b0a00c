package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceSink;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster in which objects come and go takes no more heap the longer it runs. */
@Tag("slow")
class LongRunTest {

    private static final Scenario CRON_JOB = ScenarioCodec.read("cron", """
            horizon: 24h
            cluster: {nodes: 1}
            timeline:
            - {at: 0s, kubectl: apply -f cron.yaml}
            files:
              cron.yaml: |
                apiVersion: batch/v1
                kind: CronJob
                metadata: {name: tick}
                spec:
                  schedule: "*/2 * * * *"
                  jobTemplate:
                    spec:
                      template:
                        spec:
                          restartPolicy: Never
                          containers: [{name: c, image: busybox, command: ["true"]}]
            """);

    /**
     * What grows by design ends at a bound: the memory of the event correlators, and the latest 4,096 writes that NoLivelock
     * keeps, which are there when the first look is taken.
     */
    private static final long MOST_GROWTH = 4_000_000;

    private static final int FULL_COLLECTIONS = 4;

    @Test
    void a_day_of_jobs_leaves_nothing_behind() {
        List<Long> live = new ArrayList<>();
        List<Long> at = new ArrayList<>(List.of(15 * VirtualTime.HOUR, 23 * VirtualTime.HOUR));
        TraceSink probe = entry -> {
            if (!at.isEmpty() && entry.time() >= at.get(0)) {
                at.remove(0);
                live.add(liveHeap());
            }
        };

        RunResult result = ScenarioRun.of(CRON_JOB, 1, ClusterParts.DEFAULT, List.of(probe));

        assertThat(result.violations()).isEmpty();
        assertThat(live.get(1) - live.get(0)).isLessThan(MOST_GROWTH);
    }

    /** The Serial collector leaves dead objects at the bottom of the old generation in three of four full collections. */
    private static long liveHeap() {
        long least = Long.MAX_VALUE;
        for (int collection = 0; collection < FULL_COLLECTIONS; collection++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
