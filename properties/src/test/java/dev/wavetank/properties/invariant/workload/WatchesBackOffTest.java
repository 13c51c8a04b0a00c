package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.trace.FailedWatchTrace;
import dev.wavetank.properties.invariant.client.WatchesBackOff;
import dev.wavetank.sim.component.ComponentTrace;
import org.junit.jupiter.api.Test;

/** Informers that find no server. */
class WatchesBackOffTest {

    private static final String SCHEDULER = "kube-scheduler";

    private final Story story = new Story(new WatchesBackOff());

    /** Lists fail at these seconds. */
    static Story failed(Story story, ResourceType resource, long... seconds) {
        for (long second : seconds) {
            story.at(second).told(SCHEDULER, new FailedWatchTrace(SCHEDULER, resource, ApiRequest.Selection.ALL, true));
        }
        return story;
    }

    @Test
    void pauses_double_up_to_thirty_seconds() {
        assertThat(failed(story, Resources.PODS, 1, 2, 4, 8, 16, 30, 60, 90, 120)
                        .broken())
                .isEmpty();
    }

    @Test
    void the_same_pause_is_too_short_in_the_end() {
        assertThat(failed(story, Resources.PODS, 1, 3, 5, 7).broken())
                .containsExactly(
                        "kube-scheduler: kube-scheduler tries to list pods again 2s after it has failed 3 times"
                                + " in a row, expected 3s200ms at least");
    }

    @Test
    void each_informer_counts_for_itself() {
        failed(story, Resources.PODS, 1);
        failed(story, Resources.NODES, 1);
        failed(story, Resources.PODS, 2);

        assertThat(failed(story, Resources.NODES, 2).broken()).isEmpty();
    }

    @Test
    void two_minutes_without_a_failure_or_another_process_begin_anew() {
        failed(story, Resources.PODS, 1, 2, 4, 8, 130, 131).told(SCHEDULER, new ComponentTrace.Started(2));

        assertThat(failed(story, Resources.PODS, 132, 133).broken()).isEmpty();
    }
}
