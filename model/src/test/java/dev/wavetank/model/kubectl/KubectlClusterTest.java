package dev.wavetank.model.kubectl;

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
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The command against the whole simulated cluster. */
class KubectlClusterTest {

    private static final String WEB = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: ap}
            spec:
              replicas: 2
              selector: {matchLabels: {app: ap}}
              template:
                metadata: {labels: {app: ap}}
                spec:
                  containers:
                  - {name: nginx, image: nginx, ports: [{containerPort: 80}], resources: {requests: {cpu: 1}}}
            """;

    @Test
    void a_users_day() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("web.yaml", WEB);
        files.put("more.yaml", WEB.replace("replicas: 2", "replicas: 3").replace("image: nginx", "image: nginx:2"));
        assertThat(outputs(
                        files,
                        "create deployment nginx --image=nginx --replicas=3",
                        "create deployment nginx --image=nginx",
                        "run nginx --image=nginx",
                        "scale deployment nginx --replicas=5",
                        "apply -f web.yaml",
                        "apply -f web.yaml",
                        "apply -f more.yaml",
                        "apply -f more.yaml",
                        "delete pod nginx",
                        "delete deployment ghost",
                        "delete -f web.yaml"))
                .containsExactly(
                        "0 deployment.apps/nginx created",
                        "1 error: failed to create deployment: deployments.apps \"nginx\" already exists",
                        "0 pod/nginx created",
                        "0 deployment.apps/nginx scaled",
                        "0 deployment.apps/ap created",
                        "0 deployment.apps/ap unchanged",
                        "0 deployment.apps/ap configured",
                        "0 deployment.apps/ap unchanged",
                        "0 pod \"nginx\" deleted from default namespace",
                        "1 Error from server (NotFound): deployments.apps \"ghost\" not found",
                        "0 deployment.apps \"ap\" deleted from default namespace");
    }

    private static final String CRON_TABS = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: crontabs.stable.example.com}
            spec:
              group: stable.example.com
              scope: Namespaced
              names: {plural: crontabs, kind: CronTab, shortNames: [ct]}
              versions:
              - name: v1
                served: true
                storage: true
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec: {type: object, properties: {replicas: {type: integer}}}
            """;
    private static final String CRON_TAB = """
            apiVersion: stable.example.com/v1
            kind: CronTab
            metadata: {name: a}
            spec: {replicas: 1}
            """;

    @Test
    void custom_resources_are_applied_with_their_definition_or_after_it() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("both.yaml", CRON_TABS + "---\n" + CRON_TAB);
        files.put("more.yaml", CRON_TAB.replace("1}", "2}"));
        files.put("bad.yaml", CRON_TAB.replace("1}", "many}"));
        files.put("other.yaml", CRON_TAB.replace("CronTab", "CronTap"));
        assertThat(outputs(
                        files,
                        "apply -f both.yaml",
                        "apply -f both.yaml",
                        "apply -f more.yaml",
                        "create -f bad.yaml",
                        "create -f other.yaml",
                        "delete ct a",
                        "delete crd crontabs.stable.example.com",
                        "delete ct a"))
                .containsExactly(
                        "0 customresourcedefinition.apiextensions.k8s.io/crontabs.stable.example.com created\n"
                                + "crontab.stable.example.com/a created",
                        "0 customresourcedefinition.apiextensions.k8s.io/crontabs.stable.example.com unchanged\n"
                                + "crontab.stable.example.com/a unchanged",
                        "0 crontab.stable.example.com/a configured",
                        "1 The CronTab \"a\" is invalid: spec.replicas: Invalid value: \"string\": spec.replicas in"
                                + " body must be of type integer: \"string\"",
                        "1 error: resource mapping not found for name: \"a\" namespace: \"\" from \"other.yaml\": no matches for"
                                + " kind \"CronTap\" in version \"stable.example.com/v1\"\nensure CRDs are installed first",
                        "0 crontab.stable.example.com \"a\" deleted from default namespace",
                        "0 customresourcedefinition.apiextensions.k8s.io \"crontabs.stable.example.com\" deleted",
                        "1 Error from server (NotFound): the server could not find the requested resource");
    }

    private static final String BUDGET = """
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: web}
            spec:
              minAvailable: 3
              selector: {matchLabels: {app: web}}
            """;

    @Test
    void a_node_is_emptied_as_its_budgets_permit() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("budget.yaml", BUDGET);
        List<Command> timeline = new ArrayList<>();
        timeline.add(
                new Command(VirtualTime.SECOND, List.of("create", "deployment", "web", "--image=i", "--replicas=3")));
        timeline.add(new Command(5 * VirtualTime.SECOND, List.of("apply", "-f", "budget.yaml")));
        timeline.add(new Command(60 * VirtualTime.SECOND, List.of("drain", "node-1")));
        timeline.add(new Command(72 * VirtualTime.SECOND, List.of("delete", "pdb", "web")));
        timeline.add(new Command(190 * VirtualTime.SECOND, List.of("cordon", "node/node-1", "ghost")));
        timeline.add(new Command(195 * VirtualTime.SECOND, List.of("uncordon", "node-1")));
        timeline.add(new Command(198 * VirtualTime.SECOND, List.of("uncordon", "node-1")));
        long end = 200 * VirtualTime.SECOND;
        Scenario scenario = new Scenario("drain", ClusterSpec.DEFAULT, timeline, files, FaultPlan.NONE, end);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(end));
        List<String> lines =
                cluster.commandResults().stream().map(KubectlClusterTest::line).toList();
        String drain = lines.stream()
                .filter(line -> line.contains("drained"))
                .findFirst()
                .orElseThrow();
        assertThat(drain)
                .startsWith("0 node/node-1 cordoned\nevicting pod default/web-")
                .contains("(will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.")
                .contains(" evicted\n")
                .contains("\nnode/node-1 drained");
        assertThat(drain.split("will retry after 5s", -1).length).isGreaterThan(3);
        assertThat(lines)
                .contains(
                        "1 node/node-1 already cordoned\nError from server (NotFound): nodes \"ghost\" not found",
                        "0 node/node-1 uncordoned",
                        "0 node/node-1 already uncordoned");
    }

    @Test
    void a_drain_spares_what_nobody_would_bring_back() {
        List<String> outputs =
                outputs(new LinkedHashMap<>(), "run lone --image=i", "drain node-1 node-2 node-3 node-4");
        assertThat(outputs.get(1))
                .contains(" due to error: cannot delete Pods that declare no controller (use --force to override):"
                        + " default/lone, continuing command...\nThere are pending nodes to be drained:\n node-");
    }

    private static List<String> outputs(Map<String, String> files, String... lines) {
        List<Command> timeline = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            timeline.add(new Command((i + 1) * 5 * VirtualTime.SECOND, List.of(lines[i].split(" "))));
        }
        long end = (lines.length + 2) * 5 * VirtualTime.SECOND;
        Scenario scenario = new Scenario("a user's day", ClusterSpec.DEFAULT, timeline, files, FaultPlan.NONE, end);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(end));
        return cluster.commandResults().stream().map(KubectlClusterTest::line).toList();
    }

    private static String line(CommandResult result) {
        return (result.exitCode() + " " + result.stdout() + result.stderr()).strip();
    }
}
