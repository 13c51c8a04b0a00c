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

/** A pod that waits for its claim, which waits for the pod. */
class CircularWaitsTest {

    private static final String GOING = "deletionTimestamp: '2026-01-01T00:00:00Z', ";

    private final CircularWaits waits = new CircularWaits();

    private static StatefulSet set(String name) {
        return Scheme.parse(
                "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: " + name
                        + ", namespace: default, uid: s}, spec: {replicas: 1}}",
                StatefulSet.class);
    }

    private static Pod pod(String metadata) {
        return Scheme.parse(
                "{apiVersion: v1, kind: Pod, metadata: {name: db-0, namespace: default, uid: p, " + metadata + "}}",
                Pod.class);
    }

    private static PersistentVolumeClaim claim(String metadata, boolean blocks) {
        return Scheme.parse(
                "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data-db-0, namespace: default, uid: c, "
                        + metadata
                        + "ownerReferences: [{apiVersion: v1, kind: Pod, name: db-0, uid: p, controller: true,"
                        + " blockOwnerDeletion: " + blocks + "}]}}",
                PersistentVolumeClaim.class);
    }

    private void change(WatchEvent.Type type, KubernetesObject object) {
        waits.observe(new StoreTrace(
                type, object instanceof Pod ? Resources.PODS : Resources.PERSISTENT_VOLUME_CLAIMS, object, null, 1));
    }

    @Test
    void keeps_the_pod_the_claim_and_the_set_of_that_name() {
        Pod pod = pod(GOING + "finalizers: [foregroundDeletion]");
        PersistentVolumeClaim claim = claim(GOING, true);
        change(WatchEvent.Type.MODIFIED, pod);
        change(WatchEvent.Type.MODIFIED, claim);

        assertThat(waits.hinder(pod)).isTrue();
        assertThat(waits.hinder(claim)).isTrue();
        assertThat(waits.hinder(set("db"))).isTrue();
        assertThat(waits.hinder(set("web"))).isFalse();
    }

    @Test
    void needs_a_pod_that_is_deleted_in_the_foreground() {
        change(WatchEvent.Type.MODIFIED, pod(GOING));
        change(WatchEvent.Type.MODIFIED, claim(GOING, true));

        assertThat(waits.hinder(set("db"))).isFalse();
    }

    @Test
    void needs_a_claim_for_which_its_owner_waits_and_that_is_being_deleted() {
        change(WatchEvent.Type.MODIFIED, pod(GOING + "finalizers: [foregroundDeletion]"));
        change(WatchEvent.Type.MODIFIED, claim(GOING, false));
        assertThat(waits.hinder(set("db"))).isFalse();

        change(WatchEvent.Type.MODIFIED, claim("", true));
        assertThat(waits.hinder(set("db"))).isFalse();
    }

    @Test
    void ends_with_either_of_them() {
        Pod pod = pod(GOING + "finalizers: [foregroundDeletion]");
        PersistentVolumeClaim claim = claim(GOING, true);
        change(WatchEvent.Type.MODIFIED, pod);
        change(WatchEvent.Type.MODIFIED, claim);
        change(WatchEvent.Type.DELETED, claim);
        assertThat(waits.hinder(set("db"))).isFalse();

        change(WatchEvent.Type.MODIFIED, claim);
        change(WatchEvent.Type.DELETED, pod);
        assertThat(waits.hinder(set("db"))).isFalse();
    }
}
