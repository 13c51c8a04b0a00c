package dev.wavetank.model.controller.ephemeralvolume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.ScriptedCluster;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which claims it makes: {@code pkg/controller/volume/ephemeral/controller.go} (v1.32). */
class EphemeralVolumeControllerTest {

    private static final String SCRATCH = "create persistentvolumeclaims/default/web-scratch";
    private static final String CACHE = "create persistentvolumeclaims/default/web-cache";
    private static final Pod POD = pod("");

    private final ScriptedCluster cluster =
            new ScriptedCluster(KubernetesVersion.V1_32, EphemeralVolumeController::new);

    private static Pod pod(String metadata) {
        return Scheme.parse("""
                {apiVersion: v1, kind: Pod, metadata: {namespace: default, name: web, uid: u1%s},
                 spec: {volumes: [
                   {name: scratch, ephemeral: {volumeClaimTemplate: {
                     metadata: {labels: {a: b}, annotations: {c: d}},
                     spec: {accessModes: [ReadWriteOnce], storageClassName: fast,
                            resources: {requests: {storage: 1Gi}}}}}},
                   {name: data, persistentVolumeClaim: {claimName: data}},
                   {name: cache, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce]}}}}]}}
                """.formatted(metadata), Pod.class);
    }

    private static PersistentVolumeClaim claim(String name, Pod owner) {
        PersistentVolumeClaim claim = Scheme.parse(
                "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: default, name: " + name + "}}",
                PersistentVolumeClaim.class);
        return owner == null
                ? claim
                : claim.withMetadata(claim.metadata().withOwnerReferences(List.of(OwnerReference.controlledBy(owner))));
    }

    private List<String> events() {
        return cluster.requests().stream()
                .filter(request -> request instanceof ApiRequest.Create create && create.body() instanceof ApiEvent)
                .map(request -> (ApiEvent) ((ApiRequest.Create) request).body())
                .map(event -> event.source().component() + " " + event.reason() + ": " + event.message())
                .toList();
    }

    @Test
    void each_volume_with_a_template_gets_a_claim_that_the_pod_owns() {
        cluster.put(Resources.PODS, POD).start();

        assertThat(cluster.calls()).containsExactly(SCRATCH, CACHE);
        PersistentVolumeClaim made =
                (PersistentVolumeClaim) ((ApiRequest.Create) cluster.requests().get(0)).body();
        assertThat(made.metadata().labels()).containsEntry("a", "b");
        assertThat(made.metadata().annotations()).containsEntry("c", "d");
        assertThat(made.metadata().ownerReferences()).containsExactly(OwnerReference.controlledBy(POD));
        assertThat(made.className()).isEqualTo("fast");
        assertThat(made.requests()).containsEntry("storage", "1Gi");
    }

    @Test
    void a_claim_that_is_there_is_left_alone() {
        cluster.put(Resources.PERSISTENT_VOLUME_CLAIMS, claim("web-scratch", POD))
                .put(Resources.PODS, POD)
                .start();

        assertThat(cluster.calls()).containsExactly(CACHE);
        assertThat(events()).isEmpty();
    }

    @Test
    void a_claim_of_another_owner_is_reported_and_tried_again() {
        cluster.put(Resources.PERSISTENT_VOLUME_CLAIMS, claim("web-scratch", null))
                .put(Resources.PODS, POD)
                .start();

        assertThat(cluster.calls()).isEmpty();
        assertThat(events())
                .contains("ephemeral_volume FailedBinding: ephemeral volume scratch: PVC default/web-scratch was not"
                        + " created for pod default/web (pod is not owner)");

        cluster.remove(Resources.PERSISTENT_VOLUME_CLAIMS, claim("web-scratch", null))
                .runFor(VirtualTime.SECOND);
        assertThat(cluster.calls()).startsWith(SCRATCH, CACHE);
    }

    @Test
    void a_creation_that_fails_is_reported_and_tried_again() {
        cluster.answering(request -> cluster.calls().size() == 1 && request instanceof ApiRequest.Create
                        ? Optional.of(new ApiResponse.Failed(Status.internal("no")))
                        : Optional.empty())
                .put(Resources.PODS, POD)
                .start();

        assertThat(cluster.calls()).containsExactly(SCRATCH, SCRATCH, CACHE);
        assertThat(events())
                .containsExactly(
                        "ephemeral_volume FailedBinding: ephemeral volume scratch: create PVC web-scratch: no");
    }

    @Test
    void a_claim_that_was_deleted_is_made_anew() {
        cluster.put(Resources.PERSISTENT_VOLUME_CLAIMS, claim("web-scratch", POD))
                .put(Resources.PERSISTENT_VOLUME_CLAIMS, claim("web-cache", POD))
                .put(Resources.PODS, POD)
                .start();
        cluster.remove(Resources.PERSISTENT_VOLUME_CLAIMS, claim("web-cache", POD))
                .runFor(VirtualTime.SECOND);

        assertThat(cluster.calls()).containsExactly(CACHE);
    }

    @Test
    void a_pod_that_is_being_deleted_gets_none() {
        cluster.put(Resources.PODS, pod(", deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [x/y]"))
                .start();

        assertThat(cluster.calls()).isEmpty();
    }
}
