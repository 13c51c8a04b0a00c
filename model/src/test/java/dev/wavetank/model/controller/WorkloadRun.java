package dev.wavetank.model.controller;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.inject.Anchors;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A whole small cluster with manifests and commands, seen from the history of its store. */
public final class WorkloadRun {

    private final Map<String, String> files = new LinkedHashMap<>();
    private final List<Command> timeline = new ArrayList<>();
    private final List<Consumer<StoreTrace>> observers = new ArrayList<>();
    private final List<String> writes = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();
    private final Map<String, KubernetesObject> live = new TreeMap<>();
    private final List<String> history = new ArrayList<>();
    private ClusterSpec spec;
    private long seed = 1;
    private ClusterParts parts = ClusterParts.DEFAULT;
    private FaultPlan faults = FaultPlan.NONE;
    private FaultSampler.Intensity storm = FaultSampler.Intensity.NONE;
    private Cluster cluster;

    /** A cluster with so many nodes that behaves as the latest release. */
    public WorkloadRun(int nodes) {
        this.spec = ClusterSpec.ofNodes(nodes);
    }

    /** Behaves as another release. */
    public WorkloadRun as(KubernetesVersion profile) {
        spec = new ClusterSpec(spec.nodes(), spec.nodeCapacity(), profile, spec.settings());
        return this;
    }

    /** Is another run of the same. */
    public WorkloadRun withSeed(long other) {
        seed = other;
        return this;
    }

    /** A file that commands name. */
    public WorkloadRun file(String name, String text) {
        files.put(name, text);
        return this;
    }

    /** A kubectl command at a second. */
    public WorkloadRun at(int second, String command) {
        timeline.add(new Command(second * VirtualTime.SECOND, List.of(command.split(" "))));
        return this;
    }

    /** One written fault. */
    public WorkloadRun fault(String fault) {
        faults = ScenarioCodec.readPlan("plan.yaml", "faults:\n- " + fault + "\n", spec);
        return this;
    }

    /** Somebody tells at a second that the first pod of that name has failed. */
    public WorkloadRun failing(int second, String prefix) {
        parts = parts.withController(
                "failing-" + prefix + "-" + second, environment -> new PodFailure(environment, second, prefix));
        return this;
    }

    /** Faults drawn from the seed. */
    public WorkloadRun storm(FaultSampler.Intensity intensity) {
        storm = intensity;
        return this;
    }

    /** Somebody who is told of every change of the store. */
    public WorkloadRun observe(Consumer<StoreTrace> observer) {
        observers.add(observer);
        return this;
    }

    /** Runs, or runs on, until the given second. */
    public WorkloadRun until(int second) {
        if (cluster == null) {
            Scenario scenario = new Scenario("workload", spec, timeline, files, faults, 2 * VirtualTime.HOUR);
            if (storm != FaultSampler.Intensity.NONE) {
                scenario = scenario.withFaults(FaultSampler.sample(scenario, seed, storm));
            }
            cluster = Cluster.of(scenario, seed, parts);
            cluster.simulation().trace().addSink(this::take);
        }
        cluster.run(RunLimits.until(second * VirtualTime.SECOND));
        return this;
    }

    private void take(TraceEntry entry) {
        if (entry.record() instanceof StoreTrace change) {
            String name = change.subject();
            if (change.change() == WatchEvent.Type.DELETED) {
                live.remove(name);
            } else {
                live.put(name, change.object());
            }
            history.add(change.change() + " " + name);
            observers.forEach(observer -> observer.accept(change));
        } else if (entry.record() instanceof RequestTrace request
                && request.call().request().verb().isMutating()) {
            (request.isWrite() ? writes : refusals)
                    .add(request.call().userAgent() + " " + request.verb() + " " + request.subject() + " "
                            + request.response().code());
        }
    }

    /** The commands and what came of them. */
    public List<CommandResult> results() {
        return cluster.commandResults();
    }

    /** Which happenings that faults wait for have been found. */
    public Anchors anchors() {
        return cluster.anchors();
    }

    /** Changes of the store, as {@code ADDED pods/default/web-0}, of objects whose name begins so. */
    public List<String> changes(String prefix) {
        return history.stream()
                .filter(change -> change.substring(change.indexOf(' ') + 1).startsWith(prefix))
                .toList();
    }

    /** Changes of the store that make or remove objects whose name begins so. */
    public List<String> comingsAndGoings(String prefix) {
        return changes(prefix).stream()
                .filter(change -> !change.startsWith("MODIFIED"))
                .toList();
    }

    /** What a component wrote, as {@code create pods/default/web-0 201}, but for Events. */
    public List<String> writesOf(String userAgent) {
        return of(userAgent, writes);
    }

    /** What a component would have written, had it not been refused. */
    public List<String> refusalsOf(String userAgent) {
        return of(userAgent, refusals);
    }

    private static List<String> of(String userAgent, List<String> requests) {
        return requests.stream()
                .filter(request -> request.startsWith(userAgent + " ") && !request.contains(" events/"))
                .map(request -> request.substring(userAgent.length() + 1))
                .toList();
    }

    /** The objects of a resource that are stored now. */
    public <T extends KubernetesObject> List<T> live(ResourceType resource, Class<T> kind) {
        return live.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(resource.plural() + "/"))
                .map(entry -> Scheme.typed(entry.getValue(), kind))
                .toList();
    }

    /** The pods in a namespace that are stored now. */
    public List<Pod> pods() {
        return live(Resources.PODS, Pod.class);
    }

    /** Events about objects of a kind, as {@code reason: message}. */
    public List<String> eventsAbout(String kind) {
        return live(Resources.EVENTS, ApiEvent.class).stream()
                .filter(event -> event.involvedObject().kind().equals(kind))
                .map(event -> event.type() + " " + event.reason() + ": " + event.message())
                .toList();
    }
}
