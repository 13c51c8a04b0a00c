package dev.wavetank.model.controller.persistentvolume;

import static dev.wavetank.model.controller.persistentvolume.VolumeManifests.claim;
import static dev.wavetank.model.controller.persistentvolume.VolumeManifests.localClass;
import static dev.wavetank.model.controller.persistentvolume.VolumeManifests.localVolume;
import static dev.wavetank.model.controller.persistentvolume.VolumeManifests.pod;
import static dev.wavetank.model.controller.persistentvolume.VolumeManifests.storageClass;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Pods and their volumes find a node together. */
class PlacedVolumesTest {

    private static final String LOCAL = "  storageClassName: local\n";

    private static List<String> pods(BatchRun run) {
        return run.stored(Resources.PODS, Pod.class).stream()
                .map(pod -> pod.metadata().name() + " " + pod.phase() + " " + pod.nodeName())
                .toList();
    }

    /** Why a pod was refused, without what is said about preemption. */
    private static String unschedulable(BatchRun run, String name) {
        return run.stored(Resources.PODS, Pod.class).stream()
                .filter(pod -> pod.metadata().name().equals(name))
                .findFirst()
                .orElseThrow()
                .condition("PodScheduled")
                .orElseThrow()
                .message()
                .replaceFirst(" preemption: .*", "");
    }

    @Test
    void a_pod_goes_where_its_local_volume_is() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, localClass())
                .apply(VirtualTime.SECOND, localVolume("disk", "node-2"))
                .apply(2 * VirtualTime.SECOND, claim("data", "1Gi", LOCAL))
                .apply(5 * VirtualTime.SECOND, pod("user", "data", ""))
                .runFor(40 * VirtualTime.SECOND, 4);

        assertThat(pods(run)).containsExactly("user Running node-2");
        assertThat(run.events("PersistentVolumeClaim"))
                .containsExactly("Normal WaitForFirstConsumer waiting for first consumer to be created before binding");
        assertThat(run.requests("kube-scheduler"))
                .containsSubsequence("update persistentvolumes 200", "create pods/binding 201");
        assertThat(run.requests("persistent-volume-binder"))
                .endsWith(
                        "update persistentvolumes/status 200",
                        "update persistentvolumeclaims 200",
                        "update persistentvolumeclaims/status 200");
    }

    @Test
    void two_pods_at_once_do_not_get_the_same_volume() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, localClass())
                .apply(VirtualTime.SECOND, localVolume("one", "node-1"))
                .apply(VirtualTime.SECOND, localVolume("two", "node-3"))
                .apply(2 * VirtualTime.SECOND, claim("a", "1Gi", LOCAL))
                .apply(2 * VirtualTime.SECOND, claim("b", "1Gi", LOCAL))
                .apply(5 * VirtualTime.SECOND, pod("a", "a", "") + "---\n" + pod("b", "b", ""))
                .runFor(40 * VirtualTime.SECOND, 4);

        assertThat(run.stored(Resources.PODS, Pod.class))
                .extracting(Pod::nodeName)
                .containsExactlyInAnyOrder("node-1", "node-3");
        assertThat(run.requests("kube-scheduler"))
                .filteredOn(request -> request.startsWith("update persistentvolumes"))
                .hasSize(2)
                .containsOnly("update persistentvolumes 200");
    }

    @Test
    void says_what_the_volumes_have_against_a_pod() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, localClass())
                .apply(VirtualTime.SECOND, localVolume("disk", "node-2"))
                .apply(2 * VirtualTime.SECOND, claim("data", "1Gi", LOCAL))
                .apply(2 * VirtualTime.SECOND, claim("large", "2Gi", LOCAL))
                .apply(2 * VirtualTime.SECOND, claim("unbound", "9Gi", ""))
                .apply(3 * VirtualTime.SECOND, pod("first", "data", ""))
                .apply(
                        20 * VirtualTime.SECOND,
                        pod("elsewhere", "data", "  nodeSelector: {kubernetes.io/hostname: node-1}\n"))
                .apply(20 * VirtualTime.SECOND, pod("greedy", "large", ""))
                .apply(20 * VirtualTime.SECOND, pod("early", "unbound", ""))
                .apply(20 * VirtualTime.SECOND, pod("lonely", "missing", ""))
                .runFor(40 * VirtualTime.SECOND, 4);

        assertThat(unschedulable(run, "elsewhere"))
                .isEqualTo("0/3 nodes are available: 1 node(s) had volume node affinity conflict, 2 node(s) didn't"
                        + " match Pod's node affinity/selector.");
        assertThat(unschedulable(run, "greedy"))
                .isEqualTo("0/3 nodes are available: 3 node(s) didn't find available persistent volumes to bind.");
        assertThat(unschedulable(run, "early"))
                .isEqualTo("0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims.");
        assertThat(unschedulable(run, "lonely"))
                .isEqualTo("0/3 nodes are available: persistentvolumeclaim \"missing\" not found.");
    }

    @Test
    void a_pod_that_waited_for_its_claim_is_placed_when_it_is_made() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_20)
                .apply(VirtualTime.SECOND, storageClass("fast", "Immediate"))
                .apply(2 * VirtualTime.SECOND, pod("user", "data", ""))
                .apply(10 * VirtualTime.SECOND, claim("data", "1Gi", "  storageClassName: fast\n"))
                .runFor(40 * VirtualTime.SECOND, 4);

        assertThat(run.stored(Resources.PODS, Pod.class)).extracting(Pod::phase).containsExactly("Running");
        assertThat(run.events("Pod"))
                .contains("Warning FailedScheduling 0/3 nodes are available: 3 persistentvolumeclaim \"data\" not"
                        + " found.");
    }

    @Test
    void a_kubelet_does_not_start_a_pod_that_somebody_gave_it_before_its_claim_is_bound() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, claim("data", "1Gi", "  storageClassName: fast\n"))
                .apply(2 * VirtualTime.SECOND, pod("user", "data", "  nodeName: node-1\n"))
                .apply(20 * VirtualTime.SECOND, storageClass("fast", "Immediate"))
                .runFor(60 * VirtualTime.SECOND, 4);

        assertThat(run.events("PersistentVolumeClaim"))
                .contains("Warning ProvisioningFailed storageclass.storage.k8s.io \"fast\" not found");
        assertThat(pods(run)).containsExactly("user Running node-1");
        assertThat(first(run, Resources.PODS, pod -> "Running".equals(((Pod) pod).phase())))
                .isGreaterThan(first(
                        run,
                        Resources.PERSISTENT_VOLUME_CLAIMS,
                        claim -> "Bound"
                                .equals(Scheme.typed(claim, PersistentVolumeClaim.class)
                                        .phase())));
    }

    private static long first(BatchRun run, ResourceType resource, Predicate<KubernetesObject> state) {
        return run.changes(resource).stream()
                .filter(change -> state.test(change.object()))
                .findFirst()
                .orElseThrow()
                .revision();
    }

    @Test
    void a_pod_whose_volume_nobody_makes_is_given_back_after_ten_minutes() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(
                        VirtualTime.SECOND,
                        storageClass("old", "WaitForFirstConsumer").replace("csi.example.com", "kubernetes.io/gce-pd"))
                .apply(2 * VirtualTime.SECOND, claim("data", "1Gi", "  storageClassName: old\n"))
                .apply(3 * VirtualTime.SECOND, pod("user", "data", ""))
                .runFor(610 * VirtualTime.SECOND, 4);

        Pod.Condition condition = run.stored(Resources.PODS, Pod.class)
                .get(0)
                .condition("PodScheduled")
                .orElseThrow();
        assertThat(condition.reason()).isEqualTo("SchedulerError");
        assertThat(condition.message())
                .isEqualTo("running PreBind plugin \"VolumeBinding\": binding volumes: context deadline exceeded");
        assertThat(run.events("PersistentVolumeClaim"))
                .contains("Warning ProvisioningFailed no volume plugin matched name: kubernetes.io/gce-pd");
    }

    @Test
    void a_volume_that_was_made_goes_with_its_claim() {
        for (KubernetesVersion profile : List.of(KubernetesVersion.V1_20, KubernetesVersion.V1_32)) {
            BatchRun run = new BatchRun(profile)
                    .apply(VirtualTime.SECOND, storageClass("fast", "Immediate"))
                    .apply(2 * VirtualTime.SECOND, claim("data", "1Gi", "  storageClassName: fast\n"))
                    .command(20 * VirtualTime.SECOND, "delete", "pvc", "data")
                    .runFor(60 * VirtualTime.SECOND, 4);

            assertThat(run.stored(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class))
                    .isEmpty();
            assertThat(run.stored(Resources.PERSISTENT_VOLUMES, PersistentVolume.class))
                    .isEmpty();
            assertThat(run.requests("external-provisioner")).contains("delete persistentvolumes 200");
        }
    }

    @Test
    void a_scheduler_that_dies_between_volume_and_pod_finishes_what_it_began() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, storageClass("fast", "WaitForFirstConsumer"))
                .apply(2 * VirtualTime.SECOND, claim("data", "1Gi", "  storageClassName: fast\n"))
                .apply(5 * VirtualTime.SECOND, pod("user", "data", ""))
                .fault("{kind: componentCrash, component: kube-scheduler, for: 20s, at: 6s}")
                .runFor(90 * VirtualTime.SECOND, 4);

        assertThat(run.requests("kube-scheduler")).contains("update persistentvolumeclaims 200");
        assertThat(run.stored(Resources.PODS, Pod.class)).extracting(Pod::phase).containsExactly("Running");
    }
}
