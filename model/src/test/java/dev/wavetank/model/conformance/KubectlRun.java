package dev.wavetank.model.conformance;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What a user does with kubectl in a simulated cluster of the recorded shape, and what is sent and stored then. */
final class KubectlRun {

    private final List<Command> timeline = new ArrayList<>();
    private final Map<String, String> files = new LinkedHashMap<>();
    private final Map<String, String> settings = new TreeMap<>();
    private final List<RecordedRequest> requests = new ArrayList<>();
    private final List<Stored> stored = new ArrayList<>();
    private String faults = "";

    /** A state that was stored, and when, in seconds. */
    record Stored(double at, KubernetesObject object) {}

    /** Gives a command, such as {@code delete namespace shop}. */
    KubectlRun kubectl(double seconds, String command) {
        timeline.add(new Command((long) (seconds * VirtualTime.SECOND), List.of(command.split(" "))));
        return this;
    }

    /** Applies a manifest. */
    KubectlRun apply(double seconds, String manifest) {
        String file = "manifest-" + files.size() + ".yaml";
        files.put(file, manifest);
        return kubectl(seconds, "apply -f " + file);
    }

    /** Lets something go wrong; the text of one fault in a plan. */
    KubectlRun fault(String fault) {
        faults += "- " + fault + "\n";
        return this;
    }

    /** Sets a flag. */
    KubectlRun with(String setting, String value) {
        settings.put(setting, value);
        return this;
    }

    /** Plays it for so many seconds. */
    KubectlRun play(double seconds) {
        ClusterSpec spec = new ClusterSpec(
                10,
                new TreeMap<>(Map.of("cpu", "1", "memory", "3840Mi", "pods", "110")),
                KubernetesVersion.V1_20,
                settings);
        Scenario scenario = new Scenario(
                "told",
                spec,
                timeline,
                files,
                ScenarioCodec.readPlan("plan.yaml", faults.isEmpty() ? "" : "faults:\n" + faults, spec),
                VirtualTime.HOUR);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(this::observe);
        cluster.run(RunLimits.until((long) (seconds * VirtualTime.SECOND)));
        return this;
    }

    private void observe(TraceEntry entry) {
        if (entry.record() instanceof RequestTrace request
                && request.call().request().verb().isMutating()) {
            requests.add(RecordedRequest.of(request, entry.time()));
        } else if (entry.record() instanceof StoreTrace store) {
            stored.add(new Stored((double) entry.time() / VirtualTime.SECOND, store.object()));
        }
    }

    /** What a component sent. */
    List<RecordedRequest> sent(String by, Predicate<RecordedRequest> which) {
        return requests.stream()
                .filter(request -> request.by().equals(by))
                .filter(which)
                .toList();
    }

    /** The requests of a component that are written like that, such as {@code delete pods 200}. */
    List<RecordedRequest> sent(String by, String line) {
        return sent(by, request -> request.line().equals(line));
    }

    /** All states of an object. */
    <T extends KubernetesObject> List<T> states(Class<T> kind, ObjectKey key) {
        return stored.stream()
                .map(Stored::object)
                .filter(object -> object.kind().equals(kind.getSimpleName())
                        && object.key().equals(key))
                .map(object -> Scheme.typed(object, kind))
                .toList();
    }

    /** The state of an object at a time. */
    <T extends KubernetesObject> T at(double seconds, Class<T> kind, ObjectKey key) {
        return stored.stream()
                .filter(state -> state.at() <= seconds)
                .map(Stored::object)
                .filter(object -> object.kind().equals(kind.getSimpleName())
                        && object.key().equals(key))
                .reduce((first, second) -> second)
                .map(object -> Scheme.typed(object, kind))
                .orElseThrow();
    }

    /** The last state of every pod. */
    Map<String, Pod> pods() {
        Map<String, Pod> pods = new LinkedHashMap<>();
        for (Stored state : stored) {
            if (state.object() instanceof Pod pod) {
                pods.put(pod.metadata().name(), pod);
            }
        }
        return pods;
    }

    /** A Deployment {@code web} with these further fields of its spec. */
    static String deployment(int replicas, String spec, String image) {
        return """
                {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: %d, %s
                 selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}},
                 spec: {containers: [{name: nginx, image: "%s"}]}}}}
                """.formatted(replicas, spec, image);
    }
}
