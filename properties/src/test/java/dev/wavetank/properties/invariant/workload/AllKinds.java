package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Two minutes in the life of a cluster in which every kind of workload comes, changes and goes. */
final class AllKinds {

    private static final String TEMPLATE = """
            selector: {matchLabels: {app: %1$s}}
              template:
                metadata: {labels: {app: %1$s}}
                spec: {containers: [{name: main, image: "%2$s"}]}
            """;

    private static final String JOB = """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: work}
            spec:
              completions: 5
              parallelism: 3
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: c, image: busybox, command: [sleep, "2"]}]
            """;

    private static final String INDEXED_JOB = """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: parts}
            spec:
              completions: 4
              parallelism: 2
              completionMode: Indexed
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: c, image: busybox, command: [sleep, "20"]}]
            """;

    private static final String OTHERS = """
            apiVersion: v1
            kind: Service
            metadata: {name: web}
            spec: {selector: {app: web}, ports: [{port: 80}]}
            ---
            apiVersion: v1
            kind: ReplicationController
            metadata: {name: classic}
            spec:
              replicas: 3
              selector: {app: classic}
              template:
                metadata: {labels: {app: classic}}
                spec: {containers: [{name: c, image: "nginx:1"}]}
            ---
            apiVersion: v1
            kind: Namespace
            metadata: {name: team}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings, namespace: team}
            data: {colour: blue}
            """;

    private static final String BUDGET = """
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: web}
            spec: {minAvailable: 3, selector: {matchLabels: {app: web}}}
            """;

    private AllKinds() {}

    private static String workload(String kind, String name, String spec, String image) {
        return "apiVersion: apps/v1\nkind: " + kind + "\nmetadata: {name: " + name + "}\nspec:\n  " + spec + "\n  "
                + TEMPLATE.formatted(name, image);
    }

    static Scenario scenario() {
        Map<String, String> files = new LinkedHashMap<>();
        for (int version = 1; version <= 4; version++) {
            files.put(
                    "web-" + version,
                    workload("Deployment", "web", "replicas: 4\n  revisionHistoryLimit: 1", "nginx:" + version));
        }
        files.put("api", workload("Deployment", "api", "replicas: 3", "nginx:1"));
        files.put("db-1", workload("StatefulSet", "db", "replicas: 3\n  serviceName: db", "nginx:1"));
        files.put("db-2", workload("StatefulSet", "db", "replicas: 3\n  serviceName: db", "nginx:2"));
        files.put("agent-1", workload("DaemonSet", "agent", "revisionHistoryLimit: 1", "nginx:1"));
        files.put("agent-2", workload("DaemonSet", "agent", "revisionHistoryLimit: 1", "nginx:2"));
        files.put("job", JOB);
        files.put("indexed-job", INDEXED_JOB);
        files.put("others", OTHERS);
        files.put("budget", BUDGET);
        files.put(
                "team",
                workload("Deployment", "app", "replicas: 2", "nginx:1")
                        .replace("name: app}\nspec", "name: app, namespace: team}\nspec"));
        List<Command> timeline = new ArrayList<>();
        add(timeline, 0, "apply -f others");
        add(timeline, 1, "apply -f web-1");
        add(timeline, 1, "apply -f api");
        add(timeline, 2, "apply -f db-1");
        add(timeline, 2, "apply -f agent-1");
        add(timeline, 3, "apply -f job");
        add(timeline, 4, "apply -f team");
        add(timeline, 15, "apply -f indexed-job");
        add(timeline, 20, "apply -f budget");
        add(timeline, 25, "apply -f web-2");
        add(timeline, 40, "apply -f web-3");
        add(timeline, 45, "delete deployment api --cascade=orphan");
        add(timeline, 46, "delete namespace team");
        add(timeline, 50, "apply -f db-2");
        add(timeline, 55, "apply -f agent-2");
        add(timeline, 60, "apply -f web-4");
        add(timeline, 62, "apply -f web-2");
        add(timeline, 65, "apply -f api");
        add(timeline, 75, "scale deployment/web --replicas=6");
        add(timeline, 80, "drain node-2 --ignore-daemonsets --force");
        add(timeline, 95, "delete rc classic");
        add(timeline, 110, "uncordon node-2");
        return new Scenario(
                "all-kinds",
                new ClusterSpec(3, ClusterSpec.DEFAULT.nodeCapacity(), KubernetesVersion.V1_32, standbys()),
                timeline,
                files,
                FaultPlan.NONE,
                2 * VirtualTime.HOUR);
    }

    /** Another controller manager and another scheduler stand by. */
    private static Map<String, String> standbys() {
        Map<String, String> settings = new TreeMap<>();
        settings.put(ComponentNames.CONTROLLER_MANAGER_COUNT, "2");
        settings.put(ComponentNames.SCHEDULER_COUNT, "2");
        return settings;
    }

    private static void add(List<Command> timeline, int second, String command) {
        timeline.add(new Command(second * VirtualTime.SECOND, List.of(command.split(" "))));
    }

    static ClusterParts parts() {
        return ClusterParts.DEFAULT.withController(
                "evictor", environment -> new Evictor(environment, "web", 90 * VirtualTime.SECOND));
    }

    static RunResult calm(long seed) {
        return ScenarioRun.of(scenario(), seed, parts());
    }

    static RunResult stormy(long seed) {
        Scenario scenario = scenario();
        return ScenarioRun.of(
                scenario.withFaults(FaultSampler.sample(scenario, seed, FaultSampler.Intensity.HEAVY)), seed, parts());
    }
}
