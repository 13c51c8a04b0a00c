package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.placement.NominationsGiveWay;
import org.junit.jupiter.api.Test;

/** Whether a pod may stay nominated to a node. */
class NominationsGiveWayTest {

    private final Story story = new Story(new NominationsGiveWay(Delays.NONE));

    /** A pod that was found no node for; nominated to one unless its name is empty. */
    static String waiting(String name, int priority, String node) {
        return Story.pod(
                "{name: " + name + ", namespace: default}",
                "{priority: " + priority + "}",
                "{phase: Pending, nominatedNodeName: '" + node
                        + "', conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable}]}");
    }

    @Test
    void a_pod_gives_way_to_one_of_higher_priority() {
        story.stored(waiting("low", 1, "one"), waiting("high", 9, "one")).at(60).concluded();

        assertThat(story.broken()).hasSize(1);
    }

    @Test
    void what_is_taken_back_soon_may_come_again() {
        story.stored(waiting("low", 1, "one"), waiting("high", 9, "one"))
                .at(1)
                .stored(waiting("low", 1, ""), waiting("low", 1, "one"))
                .at(60)
                .concluded();

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void others_of_the_node_and_equals_stay() {
        story.stored(waiting("other", 1, "two"), waiting("equal", 9, "one"), waiting("high", 9, "one"))
                .at(60)
                .concluded();

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void a_pod_whose_victims_are_on_their_way_already_changes_nothing() {
        String victim = Story.pod(
                "{name: victim, namespace: default, deletionTimestamp: '2026-01-01T00:00:10Z'}",
                "{priority: 1, nodeName: one}",
                "{phase: Running}");
        story.stored(victim, waiting("low", 1, "one"), waiting("high", 9, "one"))
                .at(60)
                .concluded();

        assertThat(story.broken()).isEmpty();
    }
}
