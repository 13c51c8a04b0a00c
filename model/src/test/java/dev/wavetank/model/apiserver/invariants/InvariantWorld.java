package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdLimits;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.etcd.member.EtcdGroup;
import dev.wavetank.model.etcd.member.MemberSettings;
import dev.wavetank.model.etcd.member.Replacement;
import dev.wavetank.model.etcd.raft.RaftSettings;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.inject.FaultInjector;
import dev.wavetank.sim.fault.inject.KernelFaultHandler;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;

/** One or several members of etcd, API servers in front of them, clients that an invariant puts in, and faults. */
final class InvariantWorld {

    final Simulation simulation;
    final Components components;
    final Network network;
    final EtcdGroup group;
    /** What the members begin with. */
    private final EtcdStore store = new EtcdStore();

    private Replacement replacement;
    private final MemorySink trace = new MemorySink();
    private final List<String> servers = new ArrayList<>();

    /** @param initial ConfigMaps, roles and bindings that are there from the beginning */
    InvariantWorld(long seed, int members, int apiServers, ApiServerConfig config, List<KubernetesObject> initial) {
        Trace records = new Trace();
        records.addSink(trace);
        simulation = new Simulation(seed, OrderPolicy.parse("portfolio", seed), records);
        components = new Components(simulation);
        network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.LogNormal(300_000, 2 * VirtualTime.MILLISECOND),
                        VirtualTime.SECOND,
                        5 * VirtualTime.SECOND));
        ClusterBootstrap.initialize(store, RandomStream.of(seed, "bootstrap"), KubernetesVersion.DEFAULT);
        initial.forEach(object -> store.put(resource(object).storageKey(object.key()), resource(object), object, 0));
        Distribution fsync = new Distribution.LogNormal(1_200_000, 8 * VirtualTime.MILLISECOND);
        List<String> names = etcdNames(members);
        group = new EtcdGroup(names, store, new MemberSettings(fsync, EtcdLimits.DEFAULT, RaftSettings.DEFAULT));
        if (members == 1) {
            components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync));
        } else {
            names.forEach(name -> components.add(name, context -> group.member(context, network.connect(context))));
        }
        add("operator", (context, endpoint) -> () -> replacement = new Replacement(context, endpoint, group));
        for (int number = 1; number <= apiServers; number++) {
            String server = serverName(number);
            servers.add(server);
            // Each begins with another member, as one that runs beside it.
            List<String> nearest = new ArrayList<>(names);
            Collections.rotate(nearest, number);
            components.add(
                    server, context -> new ApiServer(context, network.connect(context), config.withEtcd(nearest)));
        }
    }

    private static ResourceType resource(KubernetesObject object) {
        return SystemRoles.resources().stream()
                .filter(resource -> resource.kind().equals(object.kind()))
                .findFirst()
                .orElse(Door.CONFIG_MAPS);
    }

    static List<String> etcdNames(int members) {
        List<String> names = new ArrayList<>();
        for (int number = 1; number <= members; number++) {
            names.add(members == 1 ? "etcd" : "etcd-" + number);
        }
        return names;
    }

    static String serverName(int number) {
        return number == 1 ? "kube-apiserver" : "kube-apiserver-" + number;
    }

    /** Puts in a component that has a connection to the network. */
    void add(String name, BiFunction<Context, Endpoint, Component> component) {
        components.add(name, context -> component.apply(context, network.connect(context)));
    }

    /** Puts in a client: even ones send typed requests to one server, odd ones HTTP to all. */
    void addClient(int number, BiFunction<Context, Door, Component> client) {
        addClient(number, "", client);
    }

    /** The same with a token. */
    void addClient(int number, String token, BiFunction<Context, Door, Component> client) {
        add(
                "client-" + number,
                (context, endpoint) -> client.apply(
                        context,
                        number % 2 == 0
                                ? new Door.Typed(endpoint, server(number), token)
                                : new WireDoor(endpoint, servers, token)));
    }

    /** Starts everything; the faults come when their time has come. */
    void start(FaultPlan faults) {
        components.startAll();
        new FaultInjector(simulation, List.of(new KernelFaultHandler(components, network))).inject(faults);
    }

    void run(long span) {
        simulation.run(RunLimits.until(simulation.now() + span));
    }

    private String server(int client) {
        return servers.get(client % servers.size());
    }

    /** What happened, in order. */
    List<TraceEntry> entries() {
        return trace.entries();
    }

    /** Wipes the disk of a member, and puts a new member in its place after a while. */
    void loseDisk(String member, long after, long downtime) {
        simulation.schedule(after, EventClass.FAULT, () -> {
            components.crash(member);
            boolean lost = replacement.loseDisk(member);
            simulation.schedule(downtime, EventClass.FAULT, () -> {
                if (lost) {
                    replacement.replace(member, () -> components.restart(member));
                } else {
                    components.restart(member);
                }
            });
        });
    }

    /** The truth about the objects of a resource. */
    List<StoreTrace> commits(ResourceType resource) {
        List<StoreTrace> commits = new ArrayList<>();
        for (TraceEntry entry : trace.entries()) {
            if (entry.record() instanceof StoreTrace commit && commit.resource().equals(resource)) {
                commits.add(commit);
            }
        }
        return commits;
    }
}
