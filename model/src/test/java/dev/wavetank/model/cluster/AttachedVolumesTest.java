package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Disks of a cloud and volumes of a CSI driver on their way into pods. */
class AttachedVolumesTest {

    private static final String CSI = """
            apiVersion: storage.k8s.io/v1
            kind: CSIDriver
            metadata: {name: d.example.com}
            spec: {attachRequired: %s}
            ---
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: pv1}
            spec:
              capacity: {storage: 1Gi}
              accessModes: [ReadWriteOnce]
              csi: {driver: d.example.com, volumeHandle: h1}
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: c1}
            spec:
              accessModes: [ReadWriteOnce]
              storageClassName: ""
              resources: {requests: {storage: 1Gi}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              containers: [{name: c, image: nginx, volumeMounts: [{name: v, mountPath: /v}]}]
              volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]
            """;

    private final Map<String, String> files = new TreeMap<>();
    private final Map<String, String> settings = new TreeMap<>();
    private final List<Command> timeline = new ArrayList<>();
    private TraceSink observer = entry -> {};
    private FaultPlan faults = FaultPlan.NONE;
    private KubernetesVersion version = KubernetesVersion.V1_32;

    private static String pod(String name, String node) {
        return """
            apiVersion: v1
            kind: Pod
            metadata: {name: %s}
            spec:
              nodeName: %s
              terminationGracePeriodSeconds: 1
              containers: [{name: c, image: nginx, volumeMounts: [{name: v, mountPath: /v}]}]
              volumes: [{name: v, gcePersistentDisk: {pdName: d}}]
            """.formatted(name, node);
    }

    private void at(long seconds, String command) {
        timeline.add(new Command(seconds * VirtualTime.SECOND, Arrays.asList(command.split(" "))));
    }

    private List<String> run(long seconds) {
        ClusterSpec spec = new ClusterSpec(2, ClusterSpec.DEFAULT.nodeCapacity(), version, settings);
        Cluster cluster = Cluster.of(
                new Scenario("volumes", spec, timeline, files, faults, VirtualTime.HOUR), 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(observer);
        cluster.run(RunLimits.until(seconds * VirtualTime.SECOND));
        return cluster.commandResults().stream().map(one -> one.stdout()).toList();
    }

    @Test
    void a_disk_is_attached_before_its_pod_starts() {
        files.put("q", pod("q", "node-2"));
        at(0, "apply -f q");
        at(5, "get pod q");
        at(60, "get pod q");
        at(61, "get node node-2 -o jsonpath={.status.volumesAttached}{.status.volumesInUse}");
        at(62, "describe pod q");

        List<String> printed = run(63);

        assertThat(printed.get(1)).contains("ContainerCreating");
        assertThat(printed.get(2)).contains("1/1     Running");
        assertThat(printed.get(3))
                .isEqualTo(
                        "[{\"devicePath\":\"\",\"name\":\"kubernetes.io/gce-pd/d\"}]" + "[\"kubernetes.io/gce-pd/d\"]");
        assertThat(printed.get(4)).contains("AttachVolume.Attach succeeded for volume \"v\"");
    }

    @Test
    void a_disk_for_one_node_waits_until_the_other_has_let_it_go() {
        files.put("q", pod("q", "node-2"));
        files.put("r", pod("r", "node-1"));
        at(0, "apply -f q");
        at(30, "apply -f r");
        at(60, "describe pod r");
        at(61, "delete pod q");
        at(250, "get pod r");

        List<String> printed = run(251);

        assertThat(printed.get(2))
                .contains("Pending")
                .contains("FailedAttachVolume")
                .contains("Multi-Attach error for volume \"v\" Volume is already used by pod(s) q");
        assertThat(printed.get(4)).contains("1/1     Running");
    }

    @Test
    void a_driver_attaches_stages_and_publishes() {
        settings.put("kubelet.csi-drivers", "d.example.com");
        files.put("csi", CSI.formatted("true"));
        at(0, "apply -f csi");
        at(60, "get pod p");
        at(61, "get volumeattachments -o jsonpath={.items[*].status.attached}");
        at(62, "get csinode node-1 -o jsonpath={.spec.drivers[0].name}");

        List<String> printed = run(63);

        assertThat(printed.get(1)).contains("1/1     Running");
        assertThat(printed.get(2)).isEqualTo("true");
        assertThat(printed.get(3)).isEqualTo("d.example.com");
    }

    @Test
    void a_node_without_the_driver_cannot_mount() {
        files.put("csi", CSI.formatted("true"));
        at(0, "apply -f csi");
        at(60, "describe pod p");

        assertThat(run(61).get(1))
                .contains("MountVolume.MountDevice failed for volume \"pv1\" : kubernetes.io/csi:"
                        + " attacher.MountDevice failed to create newCsiDriverClient: driver name d.example.com not"
                        + " found in the list of registered CSI drivers");
    }

    @Test
    void a_driver_that_does_not_attach_needs_no_attachment_but_a_socket() {
        files.put("csi", CSI.formatted("false"));
        at(0, "apply -f csi");
        at(20, "describe pod p");
        assertThat(run(21).get(1)).contains("not found in the list of registered CSI drivers");
        timeline.clear();
        settings.put("kubelet.csi-drivers", "d.example.com");
        files.put("csi", CSI.formatted("false"));
        at(0, "apply -f csi");
        at(20, "get pod p");
        at(21, "get volumeattachments");

        List<String> printed = run(22);

        assertThat(printed.get(1)).contains("1/1     Running");
        assertThat(printed.get(2)).isEmpty();
    }

    private static String inline(String modes) {
        return """
            apiVersion: storage.k8s.io/v1
            kind: CSIDriver
            metadata: {name: d.example.com}
            spec: {attachRequired: false%s}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              containers: [{name: c, image: nginx, volumeMounts: [{name: v, mountPath: /v}]}]
              volumes: [{name: v, csi: {driver: d.example.com}}]
            """.formatted(modes);
    }

    @Test
    void a_driver_makes_no_volumes_for_pods_unless_its_object_says_so() {
        settings.put("kubelet.csi-drivers", "d.example.com");
        files.put("pod", inline(""));
        at(0, "apply -f pod");
        at(20, "describe pod p");

        assertThat(run(21).get(1))
                .contains(
                        "MountVolume.NewMounter initialization failed for volume \"v\" : volume mode \"Ephemeral\" not"
                                + " supported by driver d.example.com (only supports [\"Persistent\"])");
    }

    @Test
    void a_driver_publishes_the_volume_of_a_pod_and_takes_it_back() {
        files.put("pod", inline(", volumeLifecycleModes: [Persistent, Ephemeral]"));
        at(0, "apply -f pod");
        at(20, "describe pod p");
        at(30, "delete pod p");
        at(80, "get pods");
        assertThat(run(21).get(1))
                .contains("MountVolume.SetUp failed for volume \"v\" : kubernetes.io/csi: mounter.SetUpAt failed to get"
                        + " CSI client: driver name d.example.com not found in the list of registered CSI drivers");
        settings.put("kubelet.csi-drivers", "d.example.com");

        List<String> printed = run(81);

        assertThat(printed.get(1)).containsPattern("Ready +True");
        assertThat(printed.get(3)).isEmpty();
    }

    @Test
    void a_local_volume_without_its_directory_is_not_mounted() {
        files.put("local", """
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: disk}
                spec:
                  capacity: {storage: 1Gi}
                  accessModes: [ReadWriteOnce]
                  local: {path: /nope}
                  nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/os, operator: Exists}]}]}}
                """ + CSI.substring(CSI.indexOf("---", CSI.indexOf("---") + 3)));
        at(0, "apply -f local");
        at(60, "describe pod p");
        String beginning = "MountVolume.NewMounter initialization failed for volume \"disk\" : ";

        assertThat(run(61).get(1)).contains(beginning + "path \"/nope\" does not exist");
        settings.put("kubelet.host-paths", "/nope");
        assertThat(run(61).get(1)).doesNotContain("FailedMount").containsPattern("Ready +True");
    }

    @Test
    void what_is_taken_to_be_there_is_reported() {
        files.put("csi", CSI.substring(CSI.indexOf("---") + 4));
        files.put("dir", """
                apiVersion: v1
                kind: Pod
                metadata: {name: d, annotations: {behavior.wavetank.dev/c: uses 1Mi of volume w}}
                spec:
                  containers: [{name: c, image: nginx, volumeMounts: [{name: v, mountPath: /v}]}]
                  volumes: [{name: v, emptyDir: {sizeLimit: 1Mi}}]
                """);
        at(0, "apply -f csi");
        at(1, "apply -f dir");
        at(60, "get pods");
        List<String> reports = new ArrayList<>();
        observer = entry -> {
            if (entry.record() instanceof NotSimulatedTrace report) {
                reports.add(report.what());
            }
        };

        assertThat(run(61).get(2)).contains("p      1/1     Running", "d      1/1     Running");
        assertThat(reports)
                .containsExactlyInAnyOrder(
                        "the CSI driver d.example.com of volume pv1, which is taken to be there: it has no CSIDriver"
                                + " object",
                        "what container c writes to its volume w, which is no emptyDir");
    }

    /** What is seen of a pod of a StatefulSet with a disk, 6 s and 40 s after its lost node was fenced. */
    private List<String> fenced() {
        String db = """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: db}
            spec:
              serviceName: db
              selector: {matchLabels: {app: db}}
              template:
                metadata: {labels: {app: db}}
                spec:
                  containers: [{name: c, image: nginx, volumeMounts: [{name: v, mountPath: /v}]}]
                  volumes: [{name: v, gcePersistentDisk: {pdName: d}}]
            """;
        files.put("db", db);
        faults = FaultPlan.of(
                FaultClause.at(60 * VirtualTime.SECOND, 20 * VirtualTime.MINUTE, new ModelFault.NodeCrash("node-1")));
        at(0, "cordon node-2");
        at(5, "apply -f db");
        at(50, "uncordon node-2");
        at(120, "taint node node-1 node.kubernetes.io/out-of-service=down:NoExecute");
        at(126, "get pod db-0");
        at(190, "get pod db-0 -o wide");
        at(191, "get node node-1 -o jsonpath={.status.volumesAttached}");
        return run(192);
    }

    @Test
    void a_lost_node_that_is_fenced_gives_its_pods_and_their_disks_away_at_once() {
        List<String> printed = fenced();

        assertThat(printed.get(4)).contains("Terminating");
        assertThat(printed.get(5)).containsPattern("1/1 +Running.* node-2");
        assertThat(printed.get(6)).isIn("", "[]");
    }

    @Test
    void before_v1_26_the_taint_only_marks_the_pods_as_deleted() {
        version = KubernetesVersion.parse("v1.24");

        List<String> printed = fenced();

        assertThat(printed.get(5)).contains("Terminating").contains("node-1");
        assertThat(printed.get(6)).contains("kubernetes.io/gce-pd/d");
    }

    @Test
    void how_long_attaching_takes_is_a_setting() {
        files.put("q", pod("q", "node-2"));
        at(0, "apply -f q");
        at(40, "get pod q");
        at(100, "get pod q");
        settings.put("storage.attach-time", "60s");

        List<String> printed = run(101);

        assertThat(printed.get(1)).contains("ContainerCreating");
        assertThat(printed.get(2)).contains("1/1     Running");
    }

    private void csiPod() {
        settings.put("kubelet.csi-drivers", "d.example.com");
        settings.put("csi-driver.call-time", "20s");
        files.put("csi", CSI.formatted("true"));
        at(0, "apply -f csi");
        at(90, "get pod p");
        at(91, "delete pod p --wait=false");
    }

    @Test
    void a_driver_takes_its_volume_from_the_pod_and_then_from_the_node_before_it_is_detached() {
        csiPod();
        at(105, "get pods");
        at(106, "get volumeattachments");
        at(150, "get pods");
        at(180, "get volumeattachments");

        List<String> printed = run(181);

        assertThat(printed.get(1)).contains("1/1     Running");
        assertThat(printed.get(3)).contains("Completed");
        assertThat(printed.get(4)).contains("pv1");
        assertThat(printed.get(5)).isEmpty();
        assertThat(printed.get(6)).isEmpty();
    }

    @Test
    void a_pod_that_goes_while_its_kubelet_reads_its_claim_leaves_no_volume_in_use() {
        settings.put("kubelet.csi-drivers", "d.example.com");
        files.put("csi", CSI.formatted("true"));
        faults = FaultPlan.of(Stream.of("kubelet/node-1", "kubelet/node-2")
                .map(kubelet -> FaultClause.at(
                        0,
                        VirtualTime.MINUTE,
                        new LinkFault.Delay(
                                new LinkSelector(kubelet, "kube-apiserver"), 300 * VirtualTime.MILLISECOND, 0)))
                .toArray(FaultClause[]::new));
        at(0, "apply -f csi");
        timeline.add(new Command(
                3_500 * VirtualTime.MILLISECOND, List.of("delete", "pod", "p", "--grace-period=1", "--wait=false")));
        at(120, "get nodes -o jsonpath={.items[*].status.volumesInUse}");

        assertThat(run(121)).last().isEqualTo("");
    }

    @Test
    void a_driver_that_is_down_keeps_the_pod_and_its_volume() {
        csiPod();
        faults = FaultPlan.of(Stream.of("node-1", "node-2")
                .map(node -> FaultClause.at(
                        90 * VirtualTime.SECOND,
                        200 * VirtualTime.SECOND,
                        new ComponentFault.Crash("csi/" + node + "/d.example.com")))
                .toArray(FaultClause[]::new));
        at(250, "get pods");
        at(251, "get volumeattachments");
        at(500, "get pods");
        at(501, "get volumeattachments");

        List<String> printed = run(502);

        assertThat(printed.get(3)).contains("Completed");
        assertThat(printed.get(4)).contains("pv1");
        assertThat(printed.get(5)).isEmpty();
        assertThat(printed.get(6)).isEmpty();
    }

    @Test
    void a_report_about_attached_volumes_that_is_lost_is_sent_again() {
        files.put("q", pod("q", "node-2"));
        faults = FaultPlan.of(FaultClause.at(
                0,
                60 * VirtualTime.SECOND,
                new RequestFault(new CallRule(
                        new CallSelector("attachdetach-controller", "kube-apiserver", "patch", "nodes/*"),
                        CallRule.Outcome.TIMED_OUT,
                        1,
                        1))));
        at(0, "apply -f q");
        at(150, "get pod q");

        assertThat(run(151).get(1)).contains("1/1     Running");
    }
}
