package dev.wavetank.model.controller.provisioner;

import static dev.wavetank.model.controller.provisioner.ProvisionerWorld.STORAGE;
import static dev.wavetank.model.controller.provisioner.ProvisionerWorld.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which volumes are deleted, and how: {@code shouldDelete} and {@code deleteVolumeOperation} of {@code
 * controller/controller.go} in sig-storage-lib-external-provisioner (v10).
 */
class DeletionTest {

    private static final String DELETE = "delete persistentvolumes/pvc-u1";
    private static final String UPDATE = "update persistentvolumes/pvc-u1";
    private static final String MADE = "annotations: {pv.kubernetes.io/provisioned-by: csi.example.com}";
    private static final String HELD =
            MADE + ", finalizers: [a.b/c, external-provisioner.volume.kubernetes.io/finalizer]";
    private static final String DELETING = ", deletionTimestamp: '2026-01-01T00:00:00Z'";

    private final ProvisionerWorld world = new ProvisionerWorld(KubernetesVersion.V1_32);

    private List<String> calls() {
        return world.cluster.calls();
    }

    private static PersistentVolume released(String metadata) {
        return volume(metadata, "Delete", "Released");
    }

    @Test
    void a_released_volume_is_deleted_once_its_storage_has_worked() {
        world.with(released(MADE));
        world.cluster.start().runFor(STORAGE - 2 * VirtualTime.SECOND);
        assertThat(calls()).isEmpty();

        world.cluster.runFor(2 * VirtualTime.SECOND);
        assertThat(calls()).containsExactly(DELETE);
    }

    @ParameterizedTest
    @CsvSource({"Retain, Released", "Recycle, Released", "Delete, Bound", "Delete, Failed"})
    void only_released_volumes_with_the_policy_delete_are_deleted(String policy, String phase) {
        world.with(volume(MADE, policy, phase)).run(1);

        assertThat(calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"uid: v", "annotations: {pv.kubernetes.io/provisioned-by: kubernetes.io/aws-ebs}"})
    void volumes_of_others_are_left_alone(String metadata) {
        world.with(released(metadata)).run(1);

        assertThat(calls()).isEmpty();
    }

    @Test
    void the_finalizer_goes_last_and_other_finalizers_stay() {
        world.with(released(HELD)).run(1);

        assertThat(calls()).containsExactly(DELETE, UPDATE);
        ApiRequest update = world.cluster.requests().get(1);
        assertThat(((ApiRequest.Update) update).body().metadata().finalizers()).containsExactly("a.b/c");
    }

    @Test
    void a_volume_that_a_user_has_deleted_needs_its_storage_deleted_while_the_finalizer_holds_it() {
        world.with(released(HELD + DELETING)).run(1);

        assertThat(calls()).containsExactly(DELETE, UPDATE);
    }

    @Test
    void a_deleted_volume_without_the_finalizer_has_no_storage_any_more() {
        world.with(released(MADE + ", finalizers: [a.b/c]" + DELETING)).run(1);

        assertThat(calls()).isEmpty();
    }

    @Test
    void a_volume_that_gets_the_policy_retain_before_its_turn_is_kept() {
        world.with(volume(MADE, "Delete", "Bound")).run(0);
        world.with(released(MADE)).with(volume(MADE, "Retain", "Released"));
        world.cluster.runFor(2 * STORAGE);

        assertThat(calls()).isEmpty();
    }

    @Test
    void a_volume_that_does_not_exist_any_more_needs_no_finalizer_removed() {
        world.firstTime(
                        ApiRequest.Delete.class::isInstance,
                        new ApiResponse.Failed(Status.notFound(Resources.PERSISTENT_VOLUMES, "pvc-u1")))
                .with(released(HELD))
                .run(2);

        assertThat(calls()).containsExactly(DELETE);
    }

    @Test
    void a_refused_deletion_is_tried_again_and_only_then_the_finalizer_goes() {
        world.firstTime(ApiRequest.Delete.class::isInstance, new ApiResponse.Failed(Status.internal("no")))
                .with(released(HELD))
                .run(2);

        assertThat(calls()).containsExactly(DELETE, DELETE, UPDATE);
    }

    @Test
    void a_conflict_begins_again_with_the_storage() {
        world.firstTime(
                        ApiRequest.Update.class::isInstance,
                        new ApiResponse.Failed(Status.modified(Resources.PERSISTENT_VOLUMES, "pvc-u1")))
                .with(released(HELD))
                .run(2);

        assertThat(calls()).containsExactly(DELETE, UPDATE, DELETE, UPDATE);
    }

    @Test
    void a_volume_that_is_gone_before_its_finalizer_is_removed_is_done() {
        world.firstTime(
                        ApiRequest.Update.class::isInstance,
                        new ApiResponse.Failed(Status.notFound(Resources.PERSISTENT_VOLUMES, "pvc-u1")))
                .with(released(HELD))
                .run(2);

        assertThat(calls()).containsExactly(DELETE, UPDATE);
    }
}
