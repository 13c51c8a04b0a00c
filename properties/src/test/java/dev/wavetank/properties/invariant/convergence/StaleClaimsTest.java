package dev.wavetank.properties.invariant.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.trace.StoreTrace;
import org.junit.jupiter.api.Test;

/** Which StatefulSets wait for a claim that is gone. */
class StaleClaimsTest {

    private final StaleClaims claims = new StaleClaims();

    private static StatefulSet set(int replicas, String ordinals) {
        return Scheme.parse(
                "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db, namespace: default}, spec: {replicas: "
                        + replicas + ordinals + "}}",
                StatefulSet.class);
    }

    private void change(WatchEvent.Type type, KubernetesObject object) {
        claims.observe(new StoreTrace(
                type, object instanceof Pod ? Resources.PODS : Resources.PERSISTENT_VOLUME_CLAIMS, object, null, 1));
    }

    private void claimGoes(String owners) {
        change(
                WatchEvent.Type.DELETED,
                Scheme.parse(
                        "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data-db-1, namespace: default,"
                                + " ownerReferences: [" + owners + "]}}",
                        PersistentVolumeClaim.class));
    }

    @Test
    void one_that_wants_a_pod_whose_claim_went_with_the_last_of_its_name() {
        claimGoes("{apiVersion: v1, kind: Pod, name: db-1, uid: p}");

        assertThat(claims.hinder(set(2, ""))).isTrue();
        assertThat(claims.hinder(set(1, ", ordinals: {start: 1}"))).isTrue();
        assertThat(claims.hinder(set(1, ""))).isFalse();
    }

    @Test
    void none_whose_claim_was_deleted_by_a_user() {
        claimGoes("");

        assertThat(claims.hinder(set(2, ""))).isFalse();
    }

    @Test
    void none_once_there_is_a_pod_of_that_name() {
        claimGoes("{apiVersion: v1, kind: Pod, name: db-1, uid: p}");
        change(
                WatchEvent.Type.ADDED,
                Scheme.parse("{apiVersion: v1, kind: Pod, metadata: {name: db-1, namespace: default}}", Pod.class));

        assertThat(claims.hinder(set(2, ""))).isFalse();
    }
}
