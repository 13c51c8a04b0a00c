package dev.wavetank.model.apiserver.lists;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdLimits;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.etcd.member.EtcdGroup;
import dev.wavetank.model.etcd.member.MemberSettings;
import dev.wavetank.model.etcd.raft.RaftSettings;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * One to three API servers in front of one store of one or three members, writers and readers, and faults, all drawn
 * from a seed: crashes of servers and members, partitions, and a store that forgets its history early. Then everything
 * heals, and every reader has to end up with what is stored.
 */
final class WatchStorm {

    static final long STORM = 15 * VirtualTime.SECOND;

    /**
     * Until every reader has caught up: a request that was lost and is given up, two elections of two seconds, a
     * request to the store that waits for eight, the way back of the caches and of the readers.
     */
    private static final long HEALED = ApiClient.REQUEST_TIMEOUT + 30 * VirtualTime.SECOND;

    private final RandomStream random;
    private final Simulation simulation;
    private final Components components;
    private final Network network;
    private final MemorySink trace = new MemorySink();
    private final List<String> servers = new ArrayList<>();
    private final List<String> members = new ArrayList<>();
    private final EtcdStore store = new EtcdStore();
    private final List<StormReader> readers = new ArrayList<>();
    private ApiClient judge;

    WatchStorm(long seed) {
        random = RandomStream.of(seed, "storm");
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
        addEtcd(random.nextInt(3) == 0 ? 3 : 1);
        addServers(1 + random.nextInt(3));
        for (int number = 0; number < 2; number++) {
            components.add("writer-" + number, context -> new StormWriter(context, client(context)));
        }
        for (String selected : List.of("", "x", "y")) {
            components.add("reader-" + selected, context -> {
                StormReader reader = new StormReader(context, client(context), selected);
                readers.add(reader);
                return reader;
            });
        }
        components.add("judge", context -> {
            judge = client(context);
            return () -> {};
        });
    }

    private void addEtcd(int count) {
        Distribution fsync = new Distribution.LogNormal(1_200_000, 60 * VirtualTime.MILLISECOND);
        EtcdLimits limits = new EtcdLimits(0, 2 * VirtualTime.SECOND);
        if (count == 1) {
            members.add("etcd");
            components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync, limits));
            return;
        }
        for (int number = 1; number <= count; number++) {
            members.add("etcd-" + number);
        }
        EtcdGroup group = new EtcdGroup(members, store, new MemberSettings(fsync, limits, RaftSettings.DEFAULT));
        for (String member : members) {
            components.add(member, context -> group.member(context, network.connect(context)));
        }
    }

    private void addServers(int count) {
        KubernetesVersion version = random.nextInt(2) == 0 ? KubernetesVersion.V1_20 : KubernetesVersion.V1_32;
        Optional<Distribution> lag = random.nextInt(2) == 0
                ? Optional.empty()
                : Optional.of(new Distribution.LogNormal(20 * VirtualTime.MILLISECOND, 900 * VirtualTime.MILLISECOND));
        ApiServerConfig config = ApiServerConfig.DEFAULT.withEtcd(members).withWatchCacheLag(lag);
        for (int number = 0; number < count; number++) {
            servers.add("kube-apiserver-" + number);
        }
        for (String server : servers) {
            components.add(server, context -> new ApiServer(context, network.connect(context), config, version));
        }
    }

    private ApiClient client(Context context) {
        List<String> order = new ArrayList<>(servers);
        Collections.rotate(order, context.random("server").nextInt(servers.size()));
        ApiClient.Credentials credentials = new ApiClient.Credentials(order, "", context.name());
        return new ApiClient(context, network.connect(context), credentials, RateLimit.NONE);
    }

    /** Runs it, and says what went wrong, if anything did. */
    Optional<String> flaw() {
        for (long at = VirtualTime.SECOND; at < STORM; at += random.between(1, 2 * VirtualTime.SECOND)) {
            fault(at, Math.min(STORM, at + random.between(1, 3 * VirtualTime.SECOND)));
        }
        components.startAll();
        run(STORM);
        simulation.beginFairTail();
        run(HEALED);
        StormHistory history = new StormHistory(trace.entries());
        for (StormReader reader : readers) {
            Optional<String> flaw = flaw(reader, history);
            if (flaw.isPresent()) {
                return flaw;
            }
        }
        return flawOfThePast(history);
    }

    private void run(long span) {
        simulation.run(RunLimits.until(simulation.now() + span));
    }

    private void fault(long from, long to) {
        String server = random.pick(servers);
        String member = random.pick(members);
        switch (random.nextInt(6)) {
            case 0 -> at(from, to, () -> components.crash(server), () -> components.restart(server));
            case 1 -> at(from, to, () -> components.crash(member), () -> components.restart(member));
            case 2 -> layer(from, to, new LinkSelector(server, "etcd*"));
            case 3 -> layer(from, to, new LinkSelector("reader-*", server));
            case 4 -> at(from, to, () -> components.pause(server), () -> components.resume(server));
            default -> {
                if (members.size() == 1) {
                    at(from, to, () -> store.compact(store.revision() - random.nextInt(4)), () -> {});
                }
            }
        }
    }

    private void layer(long from, long to, LinkSelector links) {
        LinkLayer partition = LinkLayer.partition(links);
        at(from, to, () -> network.put(partition), () -> network.lift(partition));
    }

    private void at(long from, long to, Runnable begin, Runnable end) {
        simulation.schedule(from, EventClass.FAULT, () -> {
            begin.run();
            simulation.schedule(to - from, EventClass.FAULT, end::run);
        });
    }

    private static Optional<String> flaw(StormReader reader, StormHistory history) {
        for (StormReader.Snapshot snapshot : reader.snapshots) {
            List<String> expected = history.stateAt(reader.selected, snapshot.revision());
            if (!snapshot.items().equals(expected)) {
                return Optional.of("list of '" + reader.selected + "' at " + snapshot.revision() + " was "
                        + snapshot.items() + " instead of " + expected);
            }
        }
        for (StormReader.Session session : reader.sessions) {
            List<String> expected = history.eventsAfter(reader.selected, session.after);
            int told = session.told.size();
            if (told > expected.size() || !session.told.equals(expected.subList(0, told))) {
                return Optional.of("watch of '" + reader.selected + "' after " + session.after + " told " + session.told
                        + " instead of the first of " + expected);
            }
            for (long[] bookmark : session.bookmarks) {
                long due = expected.size()
                        - history.eventsAfter(reader.selected, bookmark[1]).size();
                if (bookmark[0] < due) {
                    return Optional.of("bookmark " + bookmark[1] + " of '" + reader.selected + "' after " + bookmark[0]
                            + " events of " + expected);
                }
            }
        }
        List<String> stored = history.stateAt(reader.selected, Long.MAX_VALUE);
        List<String> mirror = StormHistory.texts(reader.mirror.values());
        return mirror.equals(stored)
                ? Optional.empty()
                : Optional.of("mirror of '" + reader.selected + "' is " + mirror + " instead of " + stored);
    }

    /** Lists at revisions of the past, at once and in pages, must be what was there then; or it is forgotten. */
    private Optional<String> flawOfThePast(StormHistory history) {
        for (int i = 0; i < 6; i++) {
            long past = Math.max(1, history.lastRevision() - random.nextInt(200));
            for (int limit : List.of(0, 1, 3)) {
                Optional<List<String>> items = list(ReadOptions.exactly(past).withLimit(limit));
                List<String> expected = history.stateAt("x", past);
                if (items.isPresent() && !items.get().equals(expected)) {
                    return Optional.of("list at exactly " + past + " in pages of " + limit + " was " + items.get()
                            + " instead of " + expected);
                }
            }
        }
        return list(ReadOptions.exactly(history.lastRevision())).isPresent()
                ? Optional.empty()
                : Optional.of("the latest revision is refused");
    }

    private Optional<List<String>> list(ReadOptions first) {
        List<String> items = new ArrayList<>();
        ReadOptions options = first;
        while (true) {
            ApiResponse[] answer = new ApiResponse[1];
            judge.send(new ApiRequest.List(StormHistory.CONFIG_MAPS, "", StormHistory.selection("x"), options))
                    .whenDone(response -> answer[0] = response);
            run(VirtualTime.SECOND);
            if (!(answer[0] instanceof ApiResponse.Many many)) {
                if (!answer[0].failedWith(StatusReason.EXPIRED)) {
                    throw new AssertionError("a list was refused with " + answer[0]);
                }
                return Optional.empty();
            }
            items.addAll(StormHistory.texts(many.items()));
            if (many.continueToken().isEmpty()) {
                return Optional.of(items);
            }
            options = options.next(many.continueToken());
        }
    }
}
