package dev.wavetank.model.kubectl.info;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The small commands against the whole simulated cluster; texts as kubectl 1.32 printed them. */
class InfoClusterTest {

    @Test
    void the_cluster_says_what_it_is_and_what_it_serves() {
        List<CommandResult> results = results(
                "version",
                "version --client --short",
                "cluster-info",
                "api-versions",
                "api-versions x",
                "api-resources --api-group=apps --no-headers",
                "api-resources --api-group=apps --verbs=list,fly",
                "api-resources --namespaced=false -o name --api-group=rbac.authorization.k8s.io",
                "get --raw /healthz",
                "get --raw /apis/nope",
                "top nodes");

        assertThat(text(results.get(0)))
                .isEqualTo("0 Client Version: v1.36.0\nKustomize Version: v5.8.1\nServer Version: v1.36.0");
        assertThat(text(results.get(1)))
                .isEqualTo("1 error: unknown flag: --short\nSee 'kubectl version --help' for usage.");
        assertThat(text(results.get(2)))
                .startsWith("0 Kubernetes control plane is running at https://")
                .endsWith("\n\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.");
        assertThat(text(results.get(3)))
                .startsWith("0 admissionregistration.k8s.io/v1\n")
                .endsWith("\nv1");
        assertThat(text(results.get(4)))
                .isEqualTo("1 error: unexpected arguments: [x]\nSee 'kubectl api-versions -h' for help and examples");
        assertThat(results.get(5).stdout()).isEqualTo("""
                        controllerrevisions            apps/v1   true   ControllerRevision
                        daemonsets            ds       apps/v1   true   DaemonSet
                        deployments           deploy   apps/v1   true   Deployment
                        replicasets           rs       apps/v1   true   ReplicaSet
                        statefulsets          sts      apps/v1   true   StatefulSet
                        """);
        assertThat(text(results.get(6))).isEqualTo("0 NAME   SHORTNAMES   APIVERSION   NAMESPACED   KIND");
        assertThat(text(results.get(7)))
                .isEqualTo("0 clusterrolebindings.rbac.authorization.k8s.io\nclusterroles.rbac.authorization.k8s.io");
        assertThat(text(results.get(8))).isEqualTo("0 ok");
        assertThat(text(results.get(9)))
                .isEqualTo("1 Error from server (NotFound): the server could not find the requested resource");
        assertThat(text(results.get(10))).isEqualTo("1 error: Metrics API not available");
    }

    @Test
    void rights_are_asked_and_logs_are_refused() {
        List<CommandResult> results = results(
                "auth can-i create pods",
                "auth can-i fly nodes",
                "auth can-i create foos",
                "auth can-i",
                "auth can-i create pods --quiet",
                "run a --image=i",
                "logs ghost",
                "logs a",
                "logs");

        assertThat(text(results.get(0))).isEqualTo("0 yes");
        assertThat(text(results.get(1)))
                .isEqualTo(
                        "0 yes\nWarning: resource 'nodes' is not namespace scoped\n\nWarning: verb 'fly' is not a known"
                                + " verb");
        assertThat(text(results.get(2))).isEqualTo("0 yes\nWarning: the server doesn't have a resource type 'foos'");
        assertThat(text(results.get(3)))
                .isEqualTo("1 error: you must specify two arguments: verb resource or verb resource/resourceName.\n"
                        + "See 'kubectl auth can-i -h' for help and examples.");
        assertThat(text(results.get(4))).isEqualTo("0");
        assertThat(text(results.get(6))).isEqualTo("1 Error from server (NotFound): pods \"ghost\" not found");
        assertThat(text(results.get(7)))
                .isEqualTo("1 Error from server (BadRequest): container \"a\" in pod \"a\" is waiting to start:"
                        + " ContainerCreating");
        assertThat(text(results.get(8))).startsWith("1 error: expected 'logs [-f] [-p] (POD | TYPE/NAME)");
    }

    private static List<CommandResult> results(String... lines) {
        List<Command> timeline = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            timeline.add(new Command((i + 1) * VirtualTime.SECOND, List.of(lines[i].split(" "))));
        }
        long end = (lines.length + 5) * VirtualTime.SECOND;
        Scenario scenario =
                new Scenario("info", ClusterSpec.DEFAULT, timeline, new LinkedHashMap<>(), FaultPlan.NONE, end);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(end));
        assertThat(cluster.commandResults()).hasSize(lines.length);
        return cluster.commandResults();
    }

    private static String text(CommandResult result) {
        return (result.exitCode() + " " + result.stdout() + result.stderr()).strip();
    }
}
