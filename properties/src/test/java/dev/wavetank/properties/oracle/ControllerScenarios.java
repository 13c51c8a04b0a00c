package dev.wavetank.properties.oracle;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The scenarios in which the controllers show what they do. To add one: a file among the test resources, and a line
 * here.
 *
 * @param file name of the file, without its ending
 * @param agents user agents of the controllers whose work it is about
 */
record ControllerScenarios(String file, List<String> agents) {

    static final List<ControllerScenarios> ALL = List.of(
            of("rollout", "deployment-controller"),
            of("scaling", "deployment-controller", "replicaset-controller"),
            of("recreate", "deployment-controller"),
            of("replicaset", "replicaset-controller"),
            of("garbage", "generic-garbage-collector"),
            of("namespace", "namespace-controller"),
            of("quota", "resourcequota-controller"),
            of("service", "endpoint-controller", "endpointslice-controller"),
            of("accounts", "service-account-controller", "tokens-controller", "root-ca-cert-publisher"),
            of("job", "job-controller", "ttl-after-finished-controller"),
            of("cronjob", "cronjob-controller"),
            of("daemonset", "daemon-set-controller"),
            of("statefulset", "statefulset-controller"),
            of("replicationcontroller", "replication-controller"),
            of("disruption", "disruption-controller"),
            of("node", "node-controller"),
            of("ttl", "ttl-controller"),
            of("aggregation", "clusterrole-aggregation-controller"),
            of("lostnode", "pod-garbage-collector"),
            of("attached", "attachdetach-controller", "external-attacher"),
            of("autoscaler", "horizontal-pod-autoscaler"),
            of("ephemeral", "ephemeral-volume-controller"),
            of(
                    "volumes",
                    "persistent-volume-binder",
                    "external-provisioner",
                    "pvc-protection-controller",
                    "pv-protection-controller"));

    private static ControllerScenarios of(String file, String... agents) {
        return new ControllerScenarios(file, List.of(agents));
    }

    static ControllerScenarios named(String file) {
        return ALL.stream().filter(each -> each.file().equals(file)).findFirst().orElseThrow();
    }

    Scenario scenario() {
        String name = file + ".yaml";
        try (InputStream in = ControllerScenarios.class.getResourceAsStream(name)) {
            return ScenarioCodec.read(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same with two controller managers and two schedulers, of which one each stands by. */
    Scenario withStandbys() {
        Scenario scenario = scenario();
        ClusterSpec cluster = scenario.cluster();
        Map<String, String> settings = new TreeMap<>(cluster.settings());
        settings.put(ComponentNames.CONTROLLER_MANAGER_COUNT, "2");
        settings.put(ComponentNames.SCHEDULER_COUNT, "2");
        return new Scenario(
                scenario.name(),
                new ClusterSpec(cluster.nodes(), cluster.nodeCapacity(), cluster.profile(), settings),
                scenario.timeline(),
                scenario.files(),
                scenario.faults(),
                scenario.horizon());
    }

    @Override
    public String toString() {
        return file;
    }
}
