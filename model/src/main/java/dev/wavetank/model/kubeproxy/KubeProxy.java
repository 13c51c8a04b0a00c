package dev.wavetank.model.kubeproxy;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import dev.wavetank.model.trace.hop.RulesHop;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * kube-proxy: after a change of a Service or of endpoints it writes all rules of its node, at
 * once when it may, and otherwise {@code --iptables-min-sync-period} after the last time. What changes while it writes
 * comes with the next sync. It looks every {@code --iptables-sync-period} whether its rules are still there
 * (kubernetes/kubernetes, pkg/proxy/iptables/proxier.go, v1.20).
 */
public final class KubeProxy implements Component {

    /** The user agent, and the name of every kube-proxy without its node. */
    public static final String NAME = "kube-proxy";

    private final Context context;
    private final Settings settings;
    private final ServiceRules rules;
    private final Informer<Service> services;
    private final Informer<?> endpoints;
    private final Supplier<Map<Destination, Rule>> wanted;
    private final SyncRunner runner;
    private final RandomStream times;
    private final String node;
    private boolean ready;

    /** How rules are written. */
    public enum Mode {
        /** As rules of iptables, of which chance chooses one. */
        IPTABLES,
        /**
         * As virtual servers of the kernel, with the scheduler {@code rr}: the backends take turns. A backend that goes
         * gets no new connections, and keeps those that it has, in either mode.
         */
        IPVS
    }

    /**
     * The flags.
     *
     * @param minSyncPeriod {@code --iptables-min-sync-period}, in nanoseconds
     * @param syncPeriod {@code --iptables-sync-period}, in nanoseconds
     * @param syncTime how long writing the rules takes
     * @param mode {@code --proxy-mode}
     */
    public record Settings(long minSyncPeriod, long syncPeriod, Distribution syncTime, Mode mode) {

        /**
         * The defaults. The time of a sync is that of the recorded v1.20 node with five Services: 60 to 80 ms, most of
         * it in iptables-restore.
         */
        public static final Settings DEFAULT = new Settings(
                VirtualTime.SECOND,
                30 * VirtualTime.SECOND,
                new Distribution.Uniform(60 * VirtualTime.MILLISECOND, 80 * VirtualTime.MILLISECOND),
                Mode.IPTABLES);
    }

    /**
     * A kube-proxy that has not started.
     *
     * @param node its node
     * @param rules of its node
     */
    public KubeProxy(
            Context context,
            ApiClient client,
            KubernetesVersion version,
            Settings settings,
            ProxyNode node,
            ServiceRules rules) {
        this.context = context;
        this.settings = settings;
        this.rules = rules;
        this.services = informer(client, Resources.SERVICES, Service.class);
        if (version.has(Feature.PROXY_READS_SLICES)) {
            Informer<EndpointSlice> slices = informer(client, Resources.ENDPOINT_SLICES, EndpointSlice.class);
            this.endpoints = slices;
            this.wanted = () -> RuleTable.ofSlices(services.all(), slices.all(), version, node);
        } else {
            Informer<Endpoints> lists = informer(client, Resources.ENDPOINTS, Endpoints.class);
            this.endpoints = lists;
            this.wanted = () -> RuleTable.ofEndpoints(services.all(), lists.all(), version, node);
        }
        this.runner = new SyncRunner(context, settings.minSyncPeriod(), this::sync);
        this.times = context.random("sync");
        this.node = node.name();
    }

    /** Name of the component on a node. */
    public static String nameOn(String node) {
        return NAME + "/" + node;
    }

    private <T extends KubernetesObject> Informer<T> informer(ApiClient client, ResourceType resource, Class<T> kind) {
        return new Informer<>(context, client, resource, ApiRequest.Selection.ALL, kind);
    }

    @Override
    public void start() {
        services.addHandler(Informer.Handler.always(any -> changed()));
        endpoints.addHandler(Informer.Handler.always(any -> changed()));
        services.start();
        endpoints.start();
        services.synced()
                .whenDone(first -> endpoints.synced().whenDone(both -> {
                    ready = true;
                    changed();
                    watchRules();
                }));
    }

    private void changed() {
        if (ready) {
            runner.run();
        }
    }

    private void watchRules() {
        context.daemonAfter(settings.syncPeriod(), () -> {
            if (!rules.areWritten()) {
                runner.run();
            }
            watchRules();
        });
    }

    /** Reads the caches at its beginning, and has written the rules at its end. */
    private void sync(Runnable done) {
        Map<Destination, Rule> table = wanted.get();
        context.spend(settings.syncTime().sample(times), () -> {
            rules.write(table, context.now(), settings.mode() == Mode.IPVS);
            if (context.tracesDetails()) {
                context.trace(new RulesHop(node, served(table)));
            }
            done.run();
        });
    }

    /** To how many pods the address of each Service leads: of several ports the one with the most. */
    private static List<RulesHop.Served> served(Map<Destination, Rule> table) {
        Map<String, Integer> backends = new TreeMap<>();
        table.values()
                .forEach(rule -> backends.merge(
                        rule.service().toString(), rule.backends().size(), Math::max));
        return backends.entrySet().stream()
                .map(one -> new RulesHop.Served(one.getKey(), one.getValue()))
                .toList();
    }
}
