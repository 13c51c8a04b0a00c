package dev.wavetank.model.controller.provisioner;

import static dev.wavetank.model.controller.provisioner.ProvisionerWorld.STORAGE;
import static dev.wavetank.model.controller.provisioner.ProvisionerWorld.claim;
import static dev.wavetank.model.controller.provisioner.ProvisionerWorld.storageClass;
import static dev.wavetank.model.controller.provisioner.ProvisionerWorld.volume;
import static dev.wavetank.model.controller.provisioner.ProvisionerWorld.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * For which claims a volume is made: {@code shouldProvision} and {@code provisionClaimOperation} of {@code
 * controller/controller.go} in sig-storage-lib-external-provisioner (v10).
 */
class ProvisioningTest {

    private static final String CREATE = "create persistentvolumes/pvc-u1";
    private static final String READ_NODE = "get nodes/node-1";
    private static final String ON_NODE =
            "volume.kubernetes.io/storage-provisioner: csi.example.com, volume.kubernetes.io/selected-node: node-1";

    private final ProvisionerWorld world = new ProvisionerWorld(KubernetesVersion.V1_32);

    private List<String> calls() {
        return world.cluster.calls();
    }

    private List<String> finalizersSince(KubernetesVersion version) {
        ProvisionerWorld other = new ProvisionerWorld(version);
        other.with(storageClass("Immediate")).with(wanted()).run(1);
        return other.cluster.requests().stream()
                .filter(request -> request.resource().equals(Resources.PERSISTENT_VOLUMES))
                .flatMap(request -> ((ApiRequest.Create) request).body().metadata().finalizers().stream())
                .toList();
    }

    @Test
    void a_volume_is_made_once_the_storage_has_worked() {
        world.with(storageClass("Immediate")).with(wanted());
        world.cluster.start().runFor(STORAGE - 2 * VirtualTime.SECOND);
        assertThat(calls()).isEmpty();

        world.cluster.runFor(2 * VirtualTime.SECOND);
        assertThat(calls()).containsExactly(CREATE);
        assertThat(world.events())
                .containsExactly(
                        "Provisioning External provisioner is provisioning volume for claim \"default/data\"",
                        "ProvisioningSucceeded Successfully provisioned volume pvc-u1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "volume.beta.kubernetes.io/storage-provisioner: csi.example.com",
                "volume.kubernetes.io/storage-provisioner: csi.example.com,"
                        + " volume.beta.kubernetes.io/storage-provisioner: kubernetes.io/aws-ebs"
            })
    void the_annotation_may_have_its_old_name_and_the_new_name_comes_first(String annotations) {
        world.with(storageClass("Immediate")).with(claim(annotations, "")).run(1);

        assertThat(calls()).containsExactly(CREATE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "volume.kubernetes.io/storage-provisioner: kubernetes.io/no-provisioner"})
    void a_claim_without_an_external_provisioner_is_left_alone(String annotations) {
        world.with(storageClass("Immediate")).with(claim(annotations, "")).run(1);

        assertThat(world.cluster.requests()).isEmpty();
    }

    @Test
    void a_claim_that_names_its_volume_is_left_alone() {
        world.with(storageClass("Immediate"))
                .with(claim("volume.kubernetes.io/storage-provisioner: csi.example.com", ", volumeName: mine"))
                .run(1);

        assertThat(world.cluster.requests()).isEmpty();
    }

    @Test
    void a_claim_that_is_bound_before_its_turn_is_left_alone() {
        world.with(storageClass("Immediate")).run(0);
        world.with(wanted())
                .with(claim("volume.kubernetes.io/storage-provisioner: csi.example.com", ", volumeName: mine"));
        world.cluster.runFor(2 * STORAGE);

        assertThat(world.cluster.requests()).isEmpty();
    }

    @Test
    void no_second_volume_is_made_while_the_claim_waits_for_the_first() {
        world.with(storageClass("Immediate"))
                .with(wanted())
                .with(volume("uid: v", "Delete", "Pending"))
                .run(1);

        assertThat(world.cluster.requests()).isEmpty();
    }

    @Test
    void a_claim_waits_for_its_class() {
        world.with(wanted()).run(0);
        assertThat(world.cluster.requests()).isEmpty();

        world.with(storageClass("Immediate"));
        world.cluster.runFor(2 * STORAGE);
        assertThat(calls()).containsExactly(CREATE);
    }

    @Test
    void a_class_that_waits_for_its_consumer_needs_a_selected_node() {
        world.with(storageClass("WaitForFirstConsumer")).with(wanted()).run(1);
        assertThat(world.cluster.requests()).isEmpty();

        world.cluster.put(
                Resources.NODES, Scheme.parse("{apiVersion: v1, kind: Node, metadata: {name: node-1}}", Node.class));
        world.with(claim(ON_NODE, ""));
        world.cluster.runFor(STORAGE + VirtualTime.SECOND);
        assertThat(calls()).containsExactly(READ_NODE, CREATE);
    }

    @Test
    void the_selected_node_does_not_matter_to_other_classes() {
        world.with(storageClass("Immediate")).with(claim(ON_NODE, "")).run(1);

        assertThat(calls()).containsExactly(CREATE);
    }

    @Test
    void a_selected_node_that_was_deleted_is_removed_from_the_claim() {
        world.with(storageClass("WaitForFirstConsumer"))
                .with(claim(ON_NODE, ""))
                .run(1);

        assertThat(calls()).containsExactly(READ_NODE, "update persistentvolumeclaims/default/data");
        ApiRequest.Update update = (ApiRequest.Update) world.cluster.requests().get(1);
        assertThat(update.body())
                .isEqualTo(wanted().withMetadata(wanted().metadata()
                        .withResourceVersion(update.body().metadata().resourceVersion())));
        assertThat(world.events()).isEmpty();
    }

    @Test
    void a_node_that_cannot_be_read_is_read_again() {
        world.firstTime(ApiRequest.Get.class::isInstance, new ApiResponse.Failed(Status.internal("no")))
                .with(storageClass("WaitForFirstConsumer"))
                .with(claim(ON_NODE, ""));
        world.cluster.put(
                Resources.NODES, Scheme.parse("{apiVersion: v1, kind: Node, metadata: {name: node-1}}", Node.class));
        world.run(1);

        assertThat(calls()).containsExactly(READ_NODE, READ_NODE, CREATE);
    }

    @Test
    void a_volume_that_exists_already_counts_as_made() {
        world.firstTime(
                        request -> request.resource().equals(Resources.PERSISTENT_VOLUMES),
                        new ApiResponse.Failed(Status.alreadyExists(Resources.PERSISTENT_VOLUMES, "pvc-u1")))
                .with(storageClass("Immediate"))
                .with(wanted())
                .run(2);

        assertThat(calls()).containsExactly(CREATE);
        assertThat(world.events()).anyMatch(event -> event.startsWith("ProvisioningSucceeded "));
    }

    @Test
    void a_volume_that_could_not_be_stored_is_made_again() {
        world.firstTime(
                        request -> request.resource().equals(Resources.PERSISTENT_VOLUMES),
                        new ApiResponse.Failed(Status.internal("no")))
                .with(storageClass("Immediate"))
                .with(wanted())
                .run(1);
        assertThat(calls()).containsExactly(CREATE);
        assertThat(world.events()).noneMatch(event -> event.startsWith("ProvisioningSucceeded "));

        world.cluster.runFor(STORAGE);
        assertThat(calls()).containsExactly(CREATE, CREATE);
    }

    @Test
    void a_finalizer_keeps_the_volume_until_its_storage_is_deleted_since_v1_31() {
        assertThat(finalizersSince(KubernetesVersion.V1_30)).isEmpty();
        assertThat(finalizersSince(KubernetesVersion.V1_31))
                .containsExactly("external-provisioner.volume.kubernetes.io/finalizer");
    }
}
