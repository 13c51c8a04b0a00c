package dev.wavetank.benchmarks.scheduler;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.scheduler.ConfiguredProfile;
import dev.wavetank.model.scheduler.cache.CacheSnapshot;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.config.SchedulerConfiguration;
import dev.wavetank.model.scheduler.cycle.Explanation;
import dev.wavetank.model.scheduler.cycle.HostSelection;
import dev.wavetank.model.scheduler.cycle.NodeSearch;
import dev.wavetank.model.scheduler.cycle.Outcome;
import dev.wavetank.model.scheduler.cycle.SchedulingCycle;
import dev.wavetank.model.scheduler.framework.ClusterReader;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.Extender;
import dev.wavetank.model.scheduler.framework.Filters;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.NominatedPods;
import dev.wavetank.model.scheduler.framework.PluginFactory;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Profile;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.WaitingPods;
import dev.wavetank.model.scheduler.plugin.InTreePlugins;
import dev.wavetank.model.scheduler.plugin.PrioritySort;
import dev.wavetank.model.scheduler.queue.Nominator;
import dev.wavetank.model.scheduler.runtime.FrameworkRunner;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A scheduler's cache, and its filters and scores as of the default version; no API server, no queue, no volumes. */
final class SchedulerWorld implements Handle, ClusterReader {

    private static final KubernetesVersion VERSION = KubernetesVersion.DEFAULT;

    private final Context context;
    private final SchedulerCache cache;
    private final CacheSnapshot snapshot = new CacheSnapshot();
    private final Nominator nominator = new Nominator();
    private final FrameworkRunner runner;
    private final SchedulingCycle.Shared shared;

    SchedulerWorld() {
        Components components = new Components(new Simulation(1, OrderPolicy.FIFO, new Trace()));
        Context[] made = new Context[1];
        components.add("kube-scheduler", each -> {
            made[0] = each;
            return () -> {};
        });
        components.startAll();
        this.context = made[0];
        this.cache = new SchedulerCache(context, VERSION);
        Map<String, PluginFactory> plugins = InTreePlugins.factories();
        plugins.put("PrioritySort", (arguments, handle) -> new PrioritySort());
        Profile profile = ConfiguredProfile.all(SchedulerConfiguration.of(VERSION), plugins)
                .get(0)
                .create(this);
        this.runner = new FrameworkRunner(profile, nominator, VERSION);
        this.shared = new SchedulingCycle.Shared(
                new NodeSearch(VERSION), new HostSelection(RandomStream.of(1, "ties"), VERSION), VERSION);
    }

    void add(Node node) {
        cache.put(node);
    }

    /** Decides where a pod goes, and assumes it there; empty when it fits nowhere. */
    Optional<String> place(Pod pod) {
        cache.update(snapshot);
        PodInfo info = PodInfo.of(pod, VERSION);
        Outcome[] outcome = new Outcome[1];
        new SchedulingCycle(
                        runner,
                        new CycleState(),
                        info,
                        snapshot,
                        shared,
                        Explanation.NONE,
                        result -> outcome[0] = result)
                .run();
        Optional<String> node = Optional.ofNullable(outcome[0].node());
        node.ifPresent(name -> cache.assume(info, name));
        return node;
    }

    void remove(Pod pod) {
        cache.forget(pod.uid());
    }

    @Override
    public KubernetesVersion version() {
        return VERSION;
    }

    @Override
    public Snapshot snapshot() {
        return snapshot;
    }

    @Override
    public ClusterReader cluster() {
        return this;
    }

    @Override
    public NominatedPods nominatedPods() {
        return nominator;
    }

    @Override
    public List<Extender> extenders() {
        return List.of();
    }

    @Override
    public Filters filters() {
        return runner;
    }

    @Override
    public Context context() {
        return context;
    }

    @Override
    public RandomStream random(String purpose) {
        return RandomStream.of(1, purpose);
    }

    @Override
    public WaitingPods waitingPods() {
        throw unused();
    }

    @Override
    public ApiClient client() {
        throw unused();
    }

    @Override
    public Endpoint endpoint() {
        throw unused();
    }

    @Override
    public void event(EventOf event) {
        throw unused();
    }

    @Override
    public void activate(String uid) {
        throw unused();
    }

    @Override
    public <T extends KubernetesObject> List<T> list(Class<T> kind, String namespace) {
        return List.of();
    }

    @Override
    public <T extends KubernetesObject> T get(Class<T> kind, String namespace, String name) {
        return null;
    }

    @Override
    public <T extends KubernetesObject> Informer<T> informer(Class<T> kind) {
        throw unused();
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("filters and scores do not use it");
    }
}
