package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.properties.invariant.client.RefusalsBackOff;
import dev.wavetank.sim.component.ComponentTrace;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Pods that are refused again and again. */
class RefusalsBackOffTest {

    private static final String MANAGER = "kube-controller-manager";
    private static final String AGENT = "replicaset-controller";

    private final Story story = new Story(lag -> new RefusalsBackOff(ClusterSpec.DEFAULT, lag));

    /** A ReplicaSet is refused a pod so many times, from this second on. */
    static Story refused(Story story, long first, LongUnaryOperator next, int times) {
        return refused(story, AGENT, first, next, times);
    }

    private static Story refused(Story story, String agent, long first, LongUnaryOperator next, int times) {
        ApiRequest request = ApiRequest.Create.of(
                Resources.PODS,
                Story.read("{apiVersion: v1, kind: Pod, metadata: {name: web-x, namespace: default, ownerReferences: ["
                        + Story.owner("ReplicaSet", "web") + "]}, spec: {}}"));
        Status refusal = Status.forbidden(Resources.PODS, "web-x", "exceeded quota: house");
        long second = first;
        for (int i = 0; i < times; i++) {
            story.at(second).refused(MANAGER, agent, request, refusal);
            second = next.applyAsLong(second);
        }
        return story;
    }

    @Test
    void attempts_each_second_are_too_early_in_the_end() {
        assertThat(refused(story, 60, second -> second + 1, 15).broken())
                .containsExactly("replicaset/default/web: is refused a pod 14 times in a row, 1s after the time before,"
                        + " expected 20s480ms at least");
    }

    @Test
    void attempts_after_twice_the_time_are_not() {
        assertThat(refused(story, 60, second -> 2 * second, 20).broken()).isEmpty();
    }

    @Test
    void a_change_of_a_pod_begins_all_again() {
        refused(story, 60, second -> second + 1, 11);
        story.stored(Story.pod("{name: web-1, namespace: default}", "{}", "{}"));

        assertThat(refused(story, 72, second -> second + 1, 8).broken()).isEmpty();
    }

    @Test
    void so_does_a_start_of_the_controller() {
        refused(story, 60, second -> second + 1, 11);
        story.told(MANAGER, new ComponentTrace.Started(2));

        assertThat(refused(story, 72, second -> second + 1, 8).broken()).isEmpty();
    }

    @Test
    void a_change_elsewhere_does_not() {
        refused(story, 60, second -> second + 1, 11);
        story.stored(Story.pod("{name: web-1, namespace: elsewhere}", "{}", "{}"));

        assertThat(refused(story, 72, second -> second + 1, 4).broken()).hasSize(1);
    }

    @Test
    void controllers_with_a_back_off_of_their_own_are_not_judged() {
        assertThat(refused(story, "job-controller", 60, second -> second + 1, 40)
                        .broken())
                .isEmpty();
    }
}
