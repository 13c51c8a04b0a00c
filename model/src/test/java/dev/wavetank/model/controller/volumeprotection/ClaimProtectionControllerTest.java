package dev.wavetank.model.controller.volumeprotection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.ScriptedCluster;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Which pods keep a deleted claim: {@code pkg/controller/volume/pvcprotection/pvc_protection_controller.go} (v1.32).
 * A pod counts when it is on a node and names the claim, whether or not it has finished.
 */
class ClaimProtectionControllerTest {

    private static final ResourceType CLAIMS = Resources.PERSISTENT_VOLUME_CLAIMS;
    private static final String LIST = "list pods/default/";
    private static final String UPDATE = "update persistentvolumeclaims/default/data";
    private static final PersistentVolumeClaim DELETED =
            claim("deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [kubernetes.io/pvc-protection, a.b/c]");

    private final ScriptedCluster cluster =
            new ScriptedCluster(KubernetesVersion.V1_32, ClaimProtectionController::new);

    private static PersistentVolumeClaim claim(String metadata) {
        return Scheme.parse("""
                {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: default, name: data, %s},
                 spec: {accessModes: [ReadWriteOnce]}}
                """.formatted(metadata), PersistentVolumeClaim.class);
    }

    /** A pod that uses the claim {@code data}. */
    private static Pod pod(String namespace, String uid, String node, String phase) {
        return Scheme.parse("""
                {apiVersion: v1, kind: Pod, metadata: {namespace: %s, name: user, uid: %s},
                 spec: {nodeName: '%s', volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]},
                 status: {phase: %s}}
                """.formatted(namespace, uid, node, phase), Pod.class);
    }

    private static Pod running() {
        return pod("default", "u1", "node-1", "Running");
    }

    /** A pod of the same name without volumes. */
    private static Pod withoutVolumes(String uid) {
        return Scheme.parse(
                "{apiVersion: v1, kind: Pod, metadata: {namespace: default, name: user, uid: " + uid
                        + "}, spec: {nodeName: node-1}}",
                Pod.class);
    }

    private List<String> written() {
        return cluster.requests().stream()
                .filter(ApiRequest.Update.class::isInstance)
                .map(request -> ((ApiRequest.Update) request).body().metadata().finalizers())
                .map(Object::toString)
                .toList();
    }

    @Test
    void a_live_claim_gets_the_finalizer_that_it_lacks() {
        cluster.put(CLAIMS, claim("finalizers: [a.b/c]")).start();

        assertThat(cluster.calls()).containsExactly(UPDATE);
        assertThat(written()).containsExactly("[a.b/c, kubernetes.io/pvc-protection]");
    }

    @Test
    void a_live_claim_with_the_finalizer_is_left_alone() {
        cluster.put(CLAIMS, claim("finalizers: [kubernetes.io/pvc-protection]")).start();
        cluster.put(Resources.PODS, running()).runFor(VirtualTime.SECOND);
        cluster.remove(Resources.PODS, running()).runFor(VirtualTime.SECOND);

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void a_deleted_claim_that_no_pod_uses_loses_its_finalizer_after_a_live_list() {
        cluster.put(CLAIMS, DELETED)
                .put(Resources.PODS, withoutVolumes("u1"))
                .put(Resources.PODS, pod("elsewhere", "u2", "node-1", "Running"))
                .start();

        assertThat(cluster.calls()).containsExactly(LIST, UPDATE);
        assertThat(written()).containsExactly("[a.b/c]");
    }

    @Test
    void a_pod_of_the_cache_that_uses_the_claim_saves_the_live_list() {
        cluster.put(CLAIMS, DELETED).put(Resources.PODS, running()).start();

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void a_finished_pod_still_uses_the_claim() {
        cluster.put(CLAIMS, DELETED)
                .put(Resources.PODS, pod("default", "u1", "node-1", "Succeeded"))
                .start();

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void a_pod_without_a_node_does_not_use_the_claim() {
        cluster.put(CLAIMS, DELETED)
                .put(Resources.PODS, pod("default", "u1", "", "Pending"))
                .start();

        assertThat(cluster.calls()).containsExactly(LIST, UPDATE);
    }

    @Test
    void a_pod_that_only_the_live_list_shows_keeps_the_claim() {
        cluster.answering(request -> request instanceof ApiRequest.List
                        ? Optional.of(new ApiResponse.Many(List.of(running()), 9))
                        : Optional.empty())
                .put(CLAIMS, DELETED)
                .start();

        assertThat(cluster.calls()).containsExactly(LIST);
    }

    @Test
    void a_pod_of_the_live_list_without_a_node_or_with_another_claim_does_not_keep_it() {
        List<Pod> others = List.of(pod("default", "u1", "", "Pending"), withoutVolumes("u2"));
        cluster.answering(request -> request instanceof ApiRequest.List
                        ? Optional.of(new ApiResponse.Many(List.copyOf(others), 9))
                        : Optional.empty())
                .put(CLAIMS, DELETED)
                .start();

        assertThat(cluster.calls()).containsExactly(LIST, UPDATE);
    }

    @Test
    void a_failed_list_or_write_is_tried_again() {
        cluster.answering(request -> cluster.requests().size() <= 1
                        ? Optional.of(new ApiResponse.Failed(Status.internal("no")))
                        : cluster.requests().size() <= 3 ? refused(request, ApiRequest.Update.class) : Optional.empty())
                .put(CLAIMS, DELETED)
                .start();

        assertThat(cluster.calls()).containsExactly(LIST, LIST, UPDATE, LIST, UPDATE);
    }

    private static Optional<ApiResponse> refused(ApiRequest request, Class<? extends ApiRequest> verb) {
        return verb.isInstance(request)
                ? Optional.of(new ApiResponse.Failed(Status.modified(request.resource(), request.name())))
                : Optional.empty();
    }

    @Test
    void the_claim_is_released_when_its_last_pod_is_deleted() {
        cluster.put(CLAIMS, DELETED).put(Resources.PODS, running()).start();
        cluster.remove(Resources.PODS, running()).runFor(VirtualTime.SECOND);

        assertThat(cluster.calls()).containsExactly(LIST, UPDATE);
    }

    @Test
    void the_claim_is_released_when_another_pod_takes_the_name_of_its_user() {
        cluster.put(CLAIMS, DELETED).put(Resources.PODS, running()).start();
        cluster.put(Resources.PODS, withoutVolumes("u2")).runFor(VirtualTime.SECOND);

        assertThat(cluster.calls()).containsExactly(LIST, UPDATE);
    }

    @Test
    void an_update_of_the_pod_itself_does_not_release_the_claim() {
        cluster.put(CLAIMS, DELETED).put(Resources.PODS, running()).start();
        cluster.put(Resources.PODS, pod("default", "u1", "node-1", "Failed")).runFor(VirtualTime.SECOND);

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void an_unplaced_pod_that_appears_makes_the_controller_look_again() {
        cluster.put(CLAIMS, DELETED).start();
        cluster.put(Resources.PODS, pod("default", "u1", "", "Pending")).runFor(VirtualTime.SECOND);

        assertThat(cluster.calls()).containsExactly(LIST, UPDATE, LIST, UPDATE);
    }

    @Test
    void before_v1_10_there_is_no_protection() {
        ScriptedCluster old = new ScriptedCluster(KubernetesVersion.V1_9, ClaimProtectionController::new);
        old.put(CLAIMS, claim("finalizers: []")).start();

        assertThat(old.calls()).isEmpty();
    }
}
