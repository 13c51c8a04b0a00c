package dev.wavetank.model.etcd.member;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdLimits;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.etcd.raft.RaftSettings;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A group of members, one client of each, and a network. */
final class EtcdWorld {

    static final MemberSettings SETTINGS = new MemberSettings(
            new Distribution.LogNormal(1_200_000, 8 * VirtualTime.MILLISECOND),
            EtcdLimits.DEFAULT,
            RaftSettings.DEFAULT);

    final MemorySink trace = new MemorySink();
    final Simulation simulation;
    final Components components;
    final Network network;
    final EtcdGroup group;
    private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();

    EtcdWorld(long seed, OrderPolicy order, EtcdGroup group, Consumer<MemberDisk> beforeRestart) {
        Trace records = new Trace();
        records.addSink(trace);
        this.group = group;
        simulation = new Simulation(seed, order, records);
        components = new Components(simulation);
        network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.LogNormal(300_000, 2 * VirtualTime.MILLISECOND),
                        VirtualTime.SECOND,
                        5 * VirtualTime.SECOND));
        for (String name : group.names()) {
            components.add(name, context -> {
                if (context.incarnation() > 1) {
                    beforeRestart.accept(group.disk(name));
                }
                return group.member(context, network.connect(context));
            });
            String client = "client-of-" + name;
            components.add(client, context -> () -> endpoints.put(client, network.connect(context)));
        }
    }

    static EtcdWorld of(int members, EtcdStore store, MemberSettings settings) {
        EtcdWorld world =
                new EtcdWorld(1, OrderPolicy.FIFO, new EtcdGroup(names(members), store, settings), disk -> {});
        world.components.startAll();
        world.run(3 * VirtualTime.SECOND);
        return world;
    }

    static EtcdWorld of(int members) {
        return of(members, new EtcdStore(), SETTINGS);
    }

    static List<String> names(int members) {
        List<String> names = new ArrayList<>();
        for (int number = 1; number <= members; number++) {
            names.add("etcd-" + number);
        }
        return names;
    }

    void run(long span) {
        simulation.run(RunLimits.until(simulation.now() + span));
    }

    /** Name of the member that was elected last. */
    String leader() {
        return trace.entries().stream()
                .filter(entry -> entry.record() instanceof MemberTrace.Elected)
                .reduce((earlier, later) -> later)
                .orElseThrow()
                .component();
    }

    /** One that is not the leader. */
    String follower() {
        String leader = leader();
        return group.names().stream()
                .filter(name -> !name.equals(leader))
                .findFirst()
                .orElseThrow();
    }

    Endpoint endpoint(String member) {
        return endpoints.get("client-of-" + member);
    }

    /** Asks one member and runs until it has answered. */
    EtcdResponse ask(String member, EtcdRequest request) {
        EtcdResponse[] answer = new EtcdResponse[1];
        new EtcdClient(endpoint(member), List.of(member)).send(request).whenDone(response -> answer[0] = response);
        while (answer[0] == null) {
            run(VirtualTime.MILLISECOND);
        }
        return answer[0];
    }

    static EtcdRequest.Put put(String key, String value, long expected) {
        return put(key, value, expected, 0);
    }

    /** The object has the key as namespace and the value as name. */
    static EtcdRequest.Put put(String key, String value, long expected, long lease) {
        return new EtcdRequest.Put(
                key, Resources.SERVICES, new Service(ObjectMeta.named(key, value), null, null), expected, lease);
    }

    /** A component that does what a test tells it. */
    void addPuppet(String name, Consumer<Context> start) {
        components.add(name, context -> () -> start.accept(context));
    }
}
