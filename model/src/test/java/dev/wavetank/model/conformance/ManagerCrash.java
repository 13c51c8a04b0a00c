package dev.wavetank.model.conformance;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Compares the model with a recorded real control plane (v1.20.2): the controller manager is killed when it has made 62
 * of 200 pods, and started again a second later. It waits for the lease of its dead self to run out, makes the pods
 * that are missing, and begins with a batch of one again.
 */
final class ManagerCrash {

    private static final int SEEDS = 5;
    private static final String FOLDER = "09-kcm-crash";
    private static final String CONTROLLER = "replicaset-controller";
    private static final double CREATION = 20;
    private static final double KILLED = 1.948;

    private final Row row = new Row(FOLDER, new Tally(), new Tally(), new Row.Times(), Row.Allowance.NONE);

    private ManagerCrash() {}

    /** Plays and compares. */
    static Row row() {
        return Row.best(SEEDS, ManagerCrash::row);
    }

    private static Row row(int seed) {
        ManagerCrash comparison = new ManagerCrash();
        comparison.compare(RecordedRequest.recordingOf(FOLDER), simulated(seed));
        return comparison.row;
    }

    private static List<RecordedRequest> simulated(int seed) {
        ClusterSpec spec = new ClusterSpec(
                10,
                new TreeMap<>(Map.of("cpu", "1", "memory", "3840Mi", "pods", "110")),
                KubernetesVersion.V1_20,
                new TreeMap<>(Map.of("kube-apiserver.authorization-mode", "Node,RBAC")));
        List<Command> timeline = List.of(new Command(
                (long) CREATION * VirtualTime.SECOND,
                List.of("create", "deployment", "web", "--image=nginx", "--replicas=200")));
        String crash = "faults:\n- {kind: componentCrash, component: kube-controller-manager, at: 21948ms, for: 1s}\n";
        Scenario scenario = new Scenario(
                FOLDER,
                spec,
                timeline,
                new LinkedHashMap<>(),
                ScenarioCodec.readPlan("plan.yaml", crash, spec),
                VirtualTime.HOUR);
        Cluster cluster = Cluster.of(scenario, seed, ClusterParts.DEFAULT);
        List<RecordedRequest> requests = new ArrayList<>();
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof RequestTrace request
                    && request.call().request().verb().isMutating()
                    && request.received() > CREATION * VirtualTime.SECOND) {
                requests.add(RecordedRequest.of(request, entry.time()).since(CREATION));
            }
        });
        cluster.run(RunLimits.until((long) (CREATION + 40) * VirtualTime.SECOND));
        return requests;
    }

    private void compare(List<RecordedRequest> recorded, List<RecordedRequest> simulated) {
        for (String by : List.of(CONTROLLER, "deployment-controller")) {
            Predicate<RecordedRequest> lasting = request -> !request.isEvent()
                    && !request.resource().endsWith("/status")
                    && request.by().equals(by);
            row.requests().unordered(by, lines(recorded, lasting), lines(simulated, lasting));
        }
        row.requests().ordered("batches of the second life", batches(recorded), batches(simulated));
        row.times()
                .between(
                        "pods of the first life",
                        57,
                        67,
                        pods(recorded, false).size(),
                        pods(simulated, false).size());
        double acquired = acquired(recorded);
        double here = acquired(simulated);
        row.times().between("lease taken after the start", 15, 19.5, acquired - KILLED - 1, here - KILLED - 1);
        row.times()
                .between(
                        "first pod after the lease",
                        1.1,
                        1.7,
                        pods(recorded, true).get(0).at() - acquired,
                        pods(simulated, true).get(0).at() - here);
        row.times()
                .between("pace of the second life: 20 a second after 30", 19.5, 20.5, pace(recorded), pace(simulated));
    }

    private static List<String> lines(List<RecordedRequest> run, Predicate<RecordedRequest> which) {
        return run.stream().filter(which).map(RecordedRequest::line).toList();
    }

    private static List<RecordedRequest> pods(List<RecordedRequest> run, boolean second) {
        return run.stream()
                .filter(request -> request.by().equals(CONTROLLER)
                        && request.line().equals("create pods 201")
                        && request.at() > KILLED + 1 == second)
                .toList();
    }

    /** The sizes of the first four batches: the next begins only when all of the last have been answered. */
    private static List<String> batches(List<RecordedRequest> run) {
        List<String> sizes = new ArrayList<>();
        double answered = 0;
        int size = 0;
        for (RecordedRequest pod : pods(run, true)) {
            if (pod.at() > answered && size > 0) {
                sizes.add("batch of " + size);
                size = 0;
            }
            size++;
            answered = Math.max(answered, pod.answered());
        }
        return sizes.subList(0, Math.min(4, sizes.size()));
    }

    private static double acquired(List<RecordedRequest> run) {
        return run.stream()
                .filter(request -> request.at() > KILLED + 1
                        && request.line().equals("update leases 200")
                        && request.name().equals("kube-controller-manager"))
                .mapToDouble(RecordedRequest::at)
                .findFirst()
                .orElseThrow();
    }

    private static double pace(List<RecordedRequest> run) {
        List<RecordedRequest> pods = pods(run, true);
        return 80 / (pods.get(120).at() - pods.get(40).at());
    }
}
