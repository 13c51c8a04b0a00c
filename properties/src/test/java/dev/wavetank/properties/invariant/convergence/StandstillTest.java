package dev.wavetank.properties.invariant.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.properties.invariant.KnownBehaviour;
import org.junit.jupiter.api.Test;

/** Which StatefulSets Kubernetes itself leaves too large. */
class StandstillTest {

    private static StatefulSet set(String spec, int available) {
        return Scheme.parse(
                "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db, namespace: default, uid: s}, spec:"
                        + " {replicas: 3" + spec + "}, status: {replicas: 4, availableReplicas: " + available + "}}",
                StatefulSet.class);
    }

    @Test
    void one_whose_last_sync_counted_as_many_available_pods_as_are_wanted() {
        assertThat(Standstill.ofSurplus(set(", minReadySeconds: 4", 3), true))
                .contains(KnownBehaviour.WAITS_FOR_AVAILABILITY);
    }

    @Test
    void none_that_is_synced_again_because_another_number_was_available() {
        assertThat(Standstill.ofSurplus(set(", minReadySeconds: 4", 4), true)).isEmpty();
        assertThat(Standstill.ofSurplus(set(", minReadySeconds: 4", 2), true)).isEmpty();
    }

    @Test
    void none_whose_pods_are_not_ready_and_none_that_does_not_wait() {
        assertThat(Standstill.ofSurplus(set(", minReadySeconds: 4", 3), false)).isEmpty();
        assertThat(Standstill.ofSurplus(set("", 3), true)).isEmpty();
        assertThat(Standstill.ofSurplus(set(", minReadySeconds: 4, podManagementPolicy: Parallel", 3), true))
                .isEmpty();
    }
}
