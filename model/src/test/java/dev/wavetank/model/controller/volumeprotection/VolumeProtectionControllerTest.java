package dev.wavetank.model.controller.volumeprotection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.ScriptedCluster;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Deleted volumes stay while they are bound: {@code pkg/controller/volume/pvprotection} (v1.32). */
class VolumeProtectionControllerTest {

    private static final ResourceType VOLUMES = Resources.PERSISTENT_VOLUMES;
    private static final String UPDATE = "update persistentvolumes/v";
    private static final String DELETED =
            "deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [kubernetes.io/pv-protection, a.b/c]";

    private final ScriptedCluster cluster =
            new ScriptedCluster(KubernetesVersion.V1_32, VolumeProtectionController::new);

    private static PersistentVolume volume(String metadata, String phase) {
        return Scheme.parse(
                "{apiVersion: v1, kind: PersistentVolume, metadata: {name: v, " + metadata
                        + "}, spec: {capacity: {storage: 1Gi}}, status: {phase: " + phase + "}}",
                PersistentVolume.class);
    }

    private List<List<String>> written() {
        return cluster.requests().stream()
                .map(request -> ((ApiRequest.Update) request).body().metadata().finalizers())
                .toList();
    }

    @Test
    void a_live_volume_gets_the_finalizer_that_it_lacks_in_any_phase() {
        cluster.put(VOLUMES, volume("finalizers: [a.b/c]", "Bound")).start();

        assertThat(cluster.calls()).containsExactly(UPDATE);
        assertThat(written()).containsExactly(List.of("a.b/c", "kubernetes.io/pv-protection"));
    }

    @Test
    void a_live_volume_with_the_finalizer_is_left_alone() {
        cluster.put(VOLUMES, volume("finalizers: [kubernetes.io/pv-protection]", "Available"))
                .start();

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void a_deleted_volume_that_is_not_bound_loses_its_finalizer() {
        cluster.put(VOLUMES, volume(DELETED, "Available")).start();

        assertThat(written()).containsExactly(List.of("a.b/c"));
    }

    @Test
    void a_deleted_volume_stays_until_it_is_not_bound() {
        cluster.put(VOLUMES, volume(DELETED, "Bound")).start();
        assertThat(cluster.calls()).isEmpty();

        cluster.put(VOLUMES, volume(DELETED, "Released")).runFor(VirtualTime.SECOND);
        assertThat(written()).containsExactly(List.of("a.b/c"));
    }

    @Test
    void a_deleted_volume_without_the_finalizer_is_left_alone() {
        cluster.put(VOLUMES, volume("deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [a.b/c]", "Failed"))
                .start();

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void a_refused_write_is_tried_again() {
        cluster.answering(request -> cluster.requests().size() == 1
                        ? Optional.of(new ApiResponse.Failed(Status.modified(VOLUMES, "v")))
                        : Optional.empty())
                .put(VOLUMES, volume(DELETED, "Failed"))
                .start();

        assertThat(cluster.calls()).containsExactly(UPDATE, UPDATE);
    }

    @Test
    void before_v1_10_there_is_no_protection() {
        ScriptedCluster old = new ScriptedCluster(KubernetesVersion.V1_9, VolumeProtectionController::new);
        old.put(VOLUMES, volume("finalizers: []", "Available")).start();

        assertThat(old.calls()).isEmpty();
    }
}
