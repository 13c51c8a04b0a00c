package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A whole cluster whose components have only the rights that Kubernetes ships for them. */
class OwnRightsTest {

    private final Map<String, String> files = new LinkedHashMap<>();
    private final Map<String, Pod> pods = new TreeMap<>();
    private final List<String> refused = new ArrayList<>();
    private final TreeSet<String> writers = new TreeSet<>();

    private Cluster cluster(String mode, String faults, String... lines) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("kube-apiserver.authorization-mode", mode);
        ClusterSpec standard = ClusterSpec.DEFAULT;
        ClusterSpec spec = new ClusterSpec(3, standard.nodeCapacity(), standard.profile(), settings);
        List<Command> timeline = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            timeline.add(new Command(i * 20 * VirtualTime.SECOND, List.of(lines[i].split(" "))));
        }
        Scenario scenario = new Scenario(
                "rights", spec, timeline, files, ScenarioCodec.readPlan("plan.yaml", faults, spec), VirtualTime.HOUR);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(this::observe);
        return cluster;
    }

    private void observe(TraceEntry entry) {
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            if (change.change() == WatchEvent.Type.DELETED) {
                pods.remove(pod.metadata().name());
            } else {
                pods.put(pod.metadata().name(), pod);
            }
        } else if (entry.record() instanceof RequestTrace request) {
            if (request.response() instanceof ApiResponse.Failed failed && failed.code() == 403) {
                refused.add(failed.status().message());
            } else if (request.isWrite()) {
                writers.add(request.user());
            }
        }
    }

    private long readyPods() {
        return pods.values().stream().filter(Pod::isReady).count();
    }

    @Test
    void deployments_live_their_whole_life_and_survive_a_node_without_a_single_refusal() {
        Cluster cluster = cluster(
                "Node,RBAC",
                "faults:\n- {kind: nodeCrash, node: node-1, at: 50s, for: 60s}\n",
                "create deployment web --image=nginx --replicas=4",
                "scale deployment web --replicas=6",
                "create deployment other --image=nginx --replicas=2",
                "scale deployment other --replicas=1");
        cluster.run(RunLimits.until(10 * VirtualTime.MINUTE));

        assertThat(refused).isEmpty();
        assertThat(readyPods()).isEqualTo(7);
        assertThat(writers)
                .contains(
                        "system:serviceaccount:kube-system:deployment-controller",
                        "system:serviceaccount:kube-system:replicaset-controller",
                        "system:kube-scheduler",
                        "system:node:node-1");
    }

    @Test
    void pods_get_their_volumes_and_leave_them_without_a_single_refusal() {
        files.put("class", """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: fast}
                provisioner: csi.example.com
                volumeBindingMode: WaitForFirstConsumer
                """);
        files.put("set", """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db}
                spec:
                  serviceName: db
                  replicas: 2
                  selector: {matchLabels: {app: db}}
                  template:
                    metadata: {labels: {app: db}}
                    spec: {containers: [{name: db, image: db}]}
                  volumeClaimTemplates:
                  - metadata: {name: data}
                    spec:
                      storageClassName: fast
                      accessModes: [ReadWriteOnce]
                      resources: {requests: {storage: 1Gi}}
                """);
        Cluster cluster = cluster(
                "Node,RBAC",
                "faults: []\n",
                "apply -f class",
                "apply -f set",
                "scale statefulset db --replicas=1",
                "delete pvc data-db-1");
        cluster.run(RunLimits.until(5 * VirtualTime.MINUTE));

        assertThat(refused).isEmpty();
        assertThat(readyPods()).isEqualTo(1);
        assertThat(writers)
                .contains(
                        "system:serviceaccount:kube-system:persistent-volume-binder",
                        "system:serviceaccount:kube-system:pvc-protection-controller",
                        "system:serviceaccount:kube-system:pv-protection-controller",
                        "system:serviceaccount:kube-system:external-provisioner");
    }

    @Test
    void a_deleted_deployment_takes_its_pods_with_it_without_a_single_refusal() {
        Cluster cluster = cluster(
                "Node,RBAC",
                "faults: []\n",
                "create deployment web --image=nginx --replicas=3",
                "delete deployment web");
        cluster.run(RunLimits.until(5 * VirtualTime.MINUTE));

        assertThat(refused).isEmpty();
        assertThat(pods).isEmpty();
        assertThat(writers).contains("system:serviceaccount:kube-system:generic-garbage-collector");
    }

    @Test
    void without_the_node_authorizer_kubelets_may_do_nothing() {
        Cluster cluster = cluster("RBAC", "faults: []\n", "create deployment web --image=nginx --replicas=1");
        cluster.run(RunLimits.until(VirtualTime.MINUTE));

        assertThat(readyPods()).isZero();
        assertThat(refused)
                .contains("nodes is forbidden: User \"system:node:node-1\" cannot create resource \"nodes\" in API"
                        + " group \"\" at the cluster scope");
    }
}
