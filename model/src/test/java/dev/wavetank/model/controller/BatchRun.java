package dev.wavetank.model.controller;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.MemorySink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A whole cluster to which manifests are applied: what is stored in the end, and how it came to be. */
public final class BatchRun {

    private final MemorySink sink = new MemorySink();
    private final Map<String, String> files = new TreeMap<>();
    private final List<Command> timeline = new ArrayList<>();
    private final ClusterSpec spec;
    private final StringBuilder faults = new StringBuilder();
    private Cluster cluster;

    /** A run of that release that has not begun. */
    public BatchRun(KubernetesVersion profile) {
        this(profile, new LinkedHashMap<>());
    }

    /** The same with settings such as {@code kube-controller-manager.min-resync-period}. */
    public BatchRun(KubernetesVersion profile, Map<String, String> settings) {
        this.spec = new ClusterSpec(3, ClusterSpec.DEFAULT.nodeCapacity(), profile, settings);
    }

    /** Applies a manifest at that time. */
    public BatchRun apply(long at, String manifest) {
        String name = "file" + files.size();
        files.put(name, manifest);
        return command(at, "apply", "-f", name);
    }

    /** Gives kubectl a command at that time. */
    public BatchRun command(long at, String... arguments) {
        timeline.add(new Command(at, List.of(arguments)));
        return this;
    }

    /** Has something go wrong, as a line of a fault plan in YAML. */
    public BatchRun fault(String line) {
        faults.append("- ").append(line).append('\n');
        return this;
    }

    /** Runs it for so long. */
    public BatchRun runFor(long nanos, long seed) {
        return run(RunLimits.until(nanos), seed);
    }

    /** Runs it until nothing is left to do. */
    public BatchRun runUntilQuiescent(long seed) {
        return run(RunLimits.UNTIL_QUIESCENT, seed);
    }

    private BatchRun run(RunLimits limits, long seed) {
        FaultPlan plan =
                faults.length() == 0 ? FaultPlan.NONE : ScenarioCodec.readPlan("plan.yaml", "faults:\n" + faults, spec);
        Scenario scenario = new Scenario("batch", spec, timeline, files, plan, 2000 * VirtualTime.MINUTE);
        cluster = Cluster.of(scenario, seed, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(sink);
        cluster.run(limits);
        return this;
    }

    /** What kubectl wrote to the standard error stream. */
    public List<String> errors() {
        return cluster.commandResults().stream().map(CommandResult::stderr).toList();
    }

    /** The changes of the store that concern a resource, in their order. */
    public List<StoreTrace> changes(ResourceType resource) {
        List<StoreTrace> changes = new ArrayList<>();
        sink.entries().forEach(entry -> {
            if (entry.record() instanceof StoreTrace store
                    && store.resource().plural().equals(resource.plural())) {
                changes.add(store);
            }
        });
        return changes;
    }

    /** What is stored of a resource in the end, by key. */
    public <T extends KubernetesObject> List<T> stored(ResourceType resource, Class<T> kind) {
        Map<ObjectKey, KubernetesObject> objects = new TreeMap<>();
        for (StoreTrace change : changes(resource)) {
            if (change.change() == WatchEvent.Type.DELETED) {
                objects.remove(change.object().key());
            } else {
                objects.put(change.object().key(), change.object());
            }
        }
        return objects.values().stream()
                .map(object -> Scheme.typed(object, kind))
                .toList();
    }

    /** The Events about objects of a kind, as {@code type reason message}, in the order of their first telling. */
    public List<String> events(String kind) {
        List<String> told = new ArrayList<>();
        for (StoreTrace change : changes(Resources.EVENTS)) {
            ApiEvent event = (ApiEvent) change.object();
            if (change.previous() == null && event.involvedObject().kind().equals(kind)) {
                told.add(event.type() + " " + event.reason() + " " + event.message());
            }
        }
        return told;
    }

    /** Requests of a user agent that change something, as {@code verb resource code}. */
    public List<String> requests(String userAgent) {
        List<String> requests = new ArrayList<>();
        sink.entries().forEach(entry -> {
            if (entry.record() instanceof RequestTrace request
                    && request.call().userAgent().equals(userAgent)) {
                requests.add(request.call().request().verb() + " " + request.resource() + " "
                        + request.response().code());
            }
        });
        return requests;
    }
}
