package dev.wavetank.model.controller.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.controller.WorkloadRun;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** StatefulSets in a whole small cluster. */
class StatefulSetTest {

    static final String SET = """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: web, namespace: default}
            spec:
              replicas: 3
              serviceName: nginx
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: c, image: "nginx:1"}]}
            """;

    private static final String CLASS = """
            apiVersion: storage.k8s.io/v1
            kind: StorageClass
            metadata: {name: fast, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}
            provisioner: csi.example.com
            ---
            """;

    private static final String CLAIMS = CLASS + SET + """
              volumeClaimTemplates:
              - metadata: {name: data}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
            """;

    private static WorkloadRun run(String manifest) {
        return new WorkloadRun(2)
                .file("web", manifest)
                .file("new", manifest.replace("nginx:1", "nginx:2"))
                .file("one", manifest.replace("replicas: 3", "replicas: 1"))
                .file("two", manifest.replace("replicas: 3", "replicas: 2"))
                .at(0, "apply -f web");
    }

    private static StatefulSet set(WorkloadRun run) {
        return run.live(Resources.STATEFUL_SETS, StatefulSet.class).get(0);
    }

    private static List<String> images(WorkloadRun run) {
        return run.pods().stream()
                .map(pod -> pod.spec().containers().get(0).image())
                .toList();
    }

    @Test
    void every_pod_waits_for_the_one_before_it_to_be_ready() {
        List<String> order = new ArrayList<>();
        run(SET).observe(change -> noteReadiness(order, change)).until(60);

        assertThat(order)
                .containsExactly("web-0 made", "web-0 ready", "web-1 made", "web-1 ready", "web-2 made", "web-2 ready");
    }

    @Test
    void only_the_pods_that_have_their_turn_are_made_up() {
        WorkloadRun run =
                run(SET.replace("replicas: 3", "replicas: 2147483647")).until(10);

        assertThat(run.pods())
                .extracting(pod -> pod.metadata().name())
                .contains("web-0")
                .hasSizeBetween(2, 9);
        assertThat(run.pods()).noneMatch(pod -> pod.metadata().isDeleting());
    }

    private static void noteReadiness(List<String> order, StoreTrace change) {
        if (change.object() instanceof Pod pod) {
            boolean wasReady = change.previous() instanceof Pod before && before.isReady();
            String name = pod.metadata().name();
            if (change.previous() == null) {
                order.add(name + " made");
            } else if (pod.isReady() && !wasReady) {
                order.add(name + " ready");
            }
        }
    }

    @Test
    void pods_have_names_labels_and_events_of_their_own() {
        WorkloadRun run = run(SET).until(60);

        Pod pod = run.pods().get(1);
        String revision = set(run).status().updateRevision();
        assertThat(pod.metadata().name()).isEqualTo("web-1");
        assertThat(pod.metadata().generateName()).isEqualTo("web-");
        assertThat(pod.metadata().labels())
                .containsEntry("app", "web")
                .containsEntry("apps.kubernetes.io/pod-index", "1")
                .containsEntry("statefulset.kubernetes.io/pod-name", "web-1")
                .containsEntry("controller-revision-hash", revision)
                .hasSize(4);
        assertThat(pod.spec().other()).containsEntry("hostname", "web-1").containsEntry("subdomain", "nginx");
        assertThat(run.eventsAbout("StatefulSet"))
                .containsExactlyInAnyOrder(
                        "Normal SuccessfulCreate: create Pod web-0 in StatefulSet web successful",
                        "Normal SuccessfulCreate: create Pod web-1 in StatefulSet web successful",
                        "Normal SuccessfulCreate: create Pod web-2 in StatefulSet web successful");
    }

    @Test
    void the_status_counts_pods_of_both_revisions() {
        WorkloadRun run = run(SET).until(60);

        StatefulSet.Status status = set(run).status();
        ControllerRevision revision = run.live(Resources.CONTROLLER_REVISIONS, ControllerRevision.class)
                .get(0);
        assertThat(status.replicas()).isEqualTo(3);
        assertThat(status.readyReplicas()).isEqualTo(3);
        assertThat(status.availableReplicas()).isEqualTo(3);
        assertThat(status.currentReplicas()).isEqualTo(3);
        assertThat(status.updatedReplicas()).isEqualTo(3);
        assertThat(status.observedGeneration()).isEqualTo(1);
        assertThat(status.collisionCount()).isZero();
        assertThat(status.currentRevision()).isEqualTo(revision.metadata().name());
        assertThat(status.updateRevision()).isEqualTo(revision.metadata().name());
        assertThat(revision.number()).isEqualTo(1);
        assertThat(revision.metadata().isControlledBy(set(run).uid())).isTrue();
        assertThat(set(run).metadata().generation()).isEqualTo(1);
    }

    @Test
    void status_of_release_20_knows_no_available_pods_and_pods_no_index() {
        WorkloadRun run = run(SET).as(KubernetesVersion.V1_20).until(60);

        assertThat(set(run).status().readyReplicas()).isEqualTo(3);
        assertThat(set(run).status().availableReplicas()).isNull();
        assertThat(run.pods().get(0).metadata().labels()).doesNotContainKey("apps.kubernetes.io/pod-index");
    }

    @Test
    void parallel_sets_wait_for_nobody() {
        List<String> order = new ArrayList<>();
        run(SET + "  podManagementPolicy: Parallel\n")
                .observe(change -> noteReadiness(order, change))
                .until(60);

        assertThat(order.subList(0, 3)).containsExactlyInAnyOrder("web-0 made", "web-1 made", "web-2 made");
        assertThat(order).hasSize(6);
    }

    @Test
    void scaling_down_takes_the_last_pod_first_and_waits_for_its_end() {
        WorkloadRun run = run(SET).at(60, "apply -f one").until(180);

        assertThat(run.comingsAndGoings("pods/")).endsWith("DELETED pods/default/web-2", "DELETED pods/default/web-1");
        assertThat(run.writesOf("statefulset-controller").stream().filter(write -> write.startsWith("delete")))
                .containsExactly("delete pods/default/web-2 200", "delete pods/default/web-1 200");
        assertThat(run.pods()).hasSize(1);
        assertThat(run.eventsAbout("StatefulSet"))
                .contains("Normal SuccessfulDelete: delete Pod web-2 in StatefulSet web successful");
    }

    @Test
    void a_roll_out_goes_from_the_last_pod_to_the_first() {
        WorkloadRun run = run(SET).at(60, "apply -f new").until(300);

        assertThat(run.comingsAndGoings("pods/").subList(3, 9))
                .containsExactly(
                        "DELETED pods/default/web-2",
                        "ADDED pods/default/web-2",
                        "DELETED pods/default/web-1",
                        "ADDED pods/default/web-1",
                        "DELETED pods/default/web-0",
                        "ADDED pods/default/web-0");
        assertThat(images(run)).containsOnly("nginx:2");
        StatefulSet.Status status = set(run).status();
        assertThat(status.currentRevision()).isEqualTo(status.updateRevision());
        assertThat(status.currentReplicas()).isEqualTo(3);
        assertThat(status.observedGeneration()).isEqualTo(2);
        assertThat(run.live(Resources.CONTROLLER_REVISIONS, ControllerRevision.class))
                .extracting(ControllerRevision::number)
                .containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void a_partition_keeps_the_pods_below_it_even_when_they_are_made_again() {
        String partitioned = SET + "  updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 2}}\n";
        WorkloadRun run = run(partitioned)
                .at(60, "apply -f new")
                .at(120, "delete pod web-0")
                .until(300);

        assertThat(images(run)).containsExactly("nginx:1", "nginx:1", "nginx:2");
        StatefulSet.Status status = set(run).status();
        assertThat(status.currentReplicas()).isEqualTo(2);
        assertThat(status.updatedReplicas()).isEqualTo(1);
        assertThat(status.currentRevision()).isNotEqualTo(status.updateRevision());
    }

    @Test
    void on_delete_replaces_only_what_users_delete() {
        WorkloadRun run = run(SET + "  updateStrategy: {type: OnDelete}\n")
                .at(60, "apply -f new")
                .at(120, "delete pod web-1")
                .until(300);

        assertThat(images(run)).containsExactly("nginx:1", "nginx:2", "nginx:1");
    }

    @Test
    void going_back_to_an_old_template_gives_its_revision_a_new_number() {
        WorkloadRun run =
                run(SET).at(60, "apply -f new").at(300, "apply -f web").until(600);

        assertThat(images(run)).containsOnly("nginx:1");
        assertThat(run.live(Resources.CONTROLLER_REVISIONS, ControllerRevision.class))
                .extracting(ControllerRevision::number)
                .containsExactlyInAnyOrder(2L, 3L);
    }

    @Test
    void old_revisions_go_when_there_are_more_than_the_limit() {
        WorkloadRun run =
                run(SET + "  revisionHistoryLimit: 0\n").at(60, "apply -f new").until(300);

        assertThat(run.live(Resources.CONTROLLER_REVISIONS, ControllerRevision.class))
                .extracting(ControllerRevision::number)
                .containsExactly(2L);
    }

    @Test
    void every_pod_has_claims_that_outlive_it() {
        WorkloadRun run =
                run(CLAIMS).at(60, "delete pod web-1").at(120, "apply -f one").until(300);

        assertThat(run.comingsAndGoings("persistentvolumeclaims/"))
                .containsExactly(
                        "ADDED persistentvolumeclaims/default/data-web-0",
                        "ADDED persistentvolumeclaims/default/data-web-1",
                        "ADDED persistentvolumeclaims/default/data-web-2");
        PersistentVolumeClaim claim = run.live(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class)
                .get(0);
        assertThat(claim.metadata().labels()).containsEntry("app", "web");
        assertThat(claim.metadata().ownerReferences()).isEmpty();
        assertThat(claim.spec().resources().requests()).containsEntry("storage", "1Gi");
        assertThat(run.pods().get(0).spec().volumes().get(0).toString()).contains("claimName=data-web-0");
        assertThat(run.eventsAbout("StatefulSet"))
                .contains("Normal SuccessfulCreate: create Claim data-web-0 Pod web-0 in StatefulSet web success");
    }

    @Test
    void claims_to_be_deleted_with_the_set_belong_to_it_and_those_of_surplus_pods_to_these() {
        String policy = "  persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete, whenScaled: Delete}\n";
        WorkloadRun run = run(CLAIMS + policy).until(60);
        String uid = set(run).uid();

        assertThat(run.live(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class))
                .hasSize(3)
                .allMatch(claim -> claim.metadata().isControlledBy(uid));

        List<String> owners = new ArrayList<>();
        run(CLAIMS + policy)
                .at(60, "apply -f two")
                .observe(change -> {
                    if (change.subject().equals("persistentvolumeclaims/default/data-web-2")) {
                        change.object()
                                .metadata()
                                .controller()
                                .map(owner -> owner.kind() + " " + owner.name())
                                .filter(owner -> !owners.contains(owner))
                                .ifPresent(owners::add);
                    }
                })
                .until(300);
        assertThat(owners).containsExactly("StatefulSet web", "Pod web-2");
    }

    @Test
    void a_failed_pod_is_made_again_under_its_name() {
        WorkloadRun run = run(SET).failing(60, "web-1").until(120);

        assertThat(run.comingsAndGoings("pods/default/web-1"))
                .containsExactly("ADDED pods/default/web-1", "DELETED pods/default/web-1", "ADDED pods/default/web-1");
        assertThat(run.pods()).hasSize(3).allMatch(Pod::isReady);
        assertThat(run.eventsAbout("StatefulSet")).noneMatch(event -> event.contains("Recreating"));
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_27", "V1_28", "V1_30"})
    void before_1_31_an_event_reports_that_a_failed_pod_is_made_again_in_the_same_sync(KubernetesVersion version) {
        WorkloadRun run = run(SET).as(version).failing(60, "web-1").until(120);

        assertThat(run.pods()).hasSize(3).allMatch(Pod::isReady);
        assertThat(run.eventsAbout("StatefulSet"))
                .contains(
                        "Warning RecreatingFailedPod: StatefulSet default/web is recreating failed Pod web-1",
                        "Normal SuccessfulDelete: delete Pod web-1 in StatefulSet web successful");
        List<String> writes = run.writesOf("statefulset-controller");
        int deleted = writes.indexOf("delete pods/default/web-1 200");
        assertThat(writes.get(deleted + 1)).isEqualTo("create pods/default/web-1 201");
    }

    @Test
    void quotas_count_the_storage_of_its_claims() {
        String quota = """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: q, namespace: default}
                spec: {hard: {requests.storage: 10Gi, persistentvolumeclaims: "5"}}
                """;
        WorkloadRun run = new WorkloadRun(2)
                .file("quota", quota)
                .file("web", CLAIMS)
                .at(0, "apply -f quota")
                .at(20, "apply -f web")
                .until(120);

        assertThat(run.live(Resources.RESOURCE_QUOTAS, ResourceQuota.class)
                        .get(0)
                        .status()
                        .used())
                .containsEntry("requests.storage", "3Gi")
                .containsEntry("persistentvolumeclaims", "3");
    }

    @Test
    void matching_orphans_with_a_name_of_the_set_are_adopted() {
        String orphan = """
                apiVersion: v1
                kind: Pod
                metadata: {name: web-1, namespace: default, labels: {app: web}}
                spec: {containers: [{name: c, image: "nginx:0"}]}
                """;
        WorkloadRun run = new WorkloadRun(2)
                .file("web", SET)
                .file("orphan", orphan)
                .at(0, "apply -f orphan")
                .at(20, "apply -f web")
                .until(200);

        assertThat(run.writesOf("statefulset-controller")).contains("patch pods/default/web-1 200");
        assertThat(run.pods()).hasSize(3).allMatch(pod -> pod.metadata().isControlledBy(set(run).uid()));
        assertThat(images(run)).containsOnly("nginx:1");
    }
}
