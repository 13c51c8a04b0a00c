package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.EtcdLimits;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.etcd.raft.Quorums;
import dev.wavetank.model.etcd.raft.RaftSettings;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.LinkSelector.Direction;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.Ratio;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A group of members under clients and faults, both drawn from a seed: crashes that keep the disk, pauses, partitions
 * in both directions or one, delays, losses and duplicates between members, under an order of simultaneous events
 * that the seed picks as well. Then everything heals, and the group has to work again.
 */
final class Storm {

    static final long STORM = 20 * VirtualTime.SECOND;
    /**
     * Until the group works again after the last fault: two elections, of two election timeouts at most each,
     * what a client may still wait for, and the watches' way back.
     */
    private static final long HEALED = 4 * VirtualTime.SECOND + 9 * VirtualTime.SECOND;

    private static final String ALL = "etcd-*";

    private final RandomStream random;
    private final EtcdWorld world;
    private final List<StormClient> clients = new ArrayList<>();
    private final int members;

    /** What a storm is like: the quorums, and what happens to a disk before a member starts again. */
    record Variant(Quorums quorums, Consumer<MemberDisk> beforeRestart) {
        static final Variant CORRECT = new Variant(Quorums.MAJORITY, disk -> {});
    }

    Storm(long seed, Variant variant) {
        random = RandomStream.of(seed, "storm");
        members = random.pick(List.of(3, 3, 3, 5));
        RaftSettings raft = RaftSettings.DEFAULT.withQuorums(variant.quorums());
        MemberSettings settings = new MemberSettings(
                new Distribution.LogNormal(1_200_000, 60 * VirtualTime.MILLISECOND),
                new EtcdLimits(1_572_864, 2 * VirtualTime.SECOND),
                random.nextInt(2) == 0 ? raft : raft.withSnapshotCount(5).withCatchUpEntries(3));
        EtcdGroup group = new EtcdGroup(EtcdWorld.names(members), new EtcdStore(), settings);
        world = new EtcdWorld(seed, OrderPolicy.parse("portfolio", seed), group, variant.beforeRestart());
        boolean compacts = random.nextInt(4) == 0;
        for (int number = 0; number < 4; number++) {
            List<String> names = new ArrayList<>(group.names());
            Collections.rotate(names, number);
            world.components.add("storm-" + number, context -> {
                StormClient client =
                        new StormClient(context, world.network.connect(context), names, compacts ? STORM : 0);
                clients.add(client);
                return client;
            });
        }
    }

    /** Runs it, and says what went wrong, if anything did. */
    Optional<String> flaw() {
        draw();
        world.components.startAll();
        world.run(STORM);
        world.simulation.beginFairTail();
        world.run(HEALED);
        return firstFlaw();
    }

    private void draw() {
        if (random.nextInt(4) == 0) {
            drawElections();
            return;
        }
        long every = random.pick(List.of(VirtualTime.SECOND, 3 * VirtualTime.SECOND, 300 * VirtualTime.MILLISECOND));
        for (long at = 500 * VirtualTime.MILLISECOND; at < STORM; at += random.between(1, 2 * every)) {
            long span = Math.min(STORM - at, random.between(1, random.nextInt(3) == 0 ? 20_000_000 : 5 * every));
            fault(at, at + span);
        }
    }

    /** Slow links all the time, so that elections overlap, and members that are back before they are over. */
    private void drawElections() {
        layer(0, STORM, new LinkLayer.Delay(new LinkSelector(ALL, ALL), 0, 500 * VirtualTime.MILLISECOND));
        for (long at = VirtualTime.SECOND; at < STORM - VirtualTime.SECOND; at += random.between(1, 800_000_000)) {
            String member = "etcd-" + random.between(1, members);
            long span = random.between(1, 20 * VirtualTime.MILLISECOND);
            at(at, at + span, () -> world.components.crash(member), () -> world.components.restart(member));
        }
    }

    private void fault(long from, long to) {
        String member = "etcd-" + random.between(1, members);
        String other = "etcd-" + random.between(1, members);
        switch (random.nextInt(8)) {
            case 0, 1 -> at(from, to, () -> world.components.crash(member), () -> world.components.restart(member));
            case 2 -> at(from, to, () -> world.components.pause(member), () -> world.components.resume(member));
            case 3 -> layer(from, to, LinkLayer.partition(new LinkSelector(member, ALL)));
            case 4 -> layer(from, to, LinkLayer.partition(new LinkSelector(member, other, Direction.FORWARD)));
            case 5 ->
                layer(from, to, new LinkLayer.Delay(new LinkSelector(ALL, ALL), 0, 400 * VirtualTime.MILLISECOND));
            case 6 -> layer(from, to, new LinkLayer.Loss(new LinkSelector(ALL, ALL), new Ratio(1, 4)));
            default -> layer(from, to, new LinkLayer.Duplication(new LinkSelector(ALL, ALL), new Ratio(1, 3)));
        }
    }

    private void layer(long from, long to, LinkLayer layer) {
        at(from, to, () -> world.network.put(layer), () -> world.network.lift(layer));
    }

    private void at(long from, long to, Runnable begin, Runnable end) {
        world.simulation.schedule(from, EventClass.FAULT, () -> {
            begin.run();
            world.simulation.schedule(to - from, EventClass.FAULT, end::run);
        });
    }

    private Optional<String> firstFlaw() {
        List<StoreTrace> commits = world.trace.entries().stream()
                .filter(entry -> entry.record() instanceof StoreTrace)
                .map(entry -> (StoreTrace) entry.record())
                .toList();
        return twoLeaders()
                .or(() -> gap(commits))
                .or(() -> divergence(commits))
                .or(() -> new History(calls(), commits).flaw())
                .or(() -> watchFlaw(commits))
                .or(this::standstill);
    }

    /** How much the clients achieved, so that a storm that blows everything away is noticed. */
    long answered() {
        return calls().stream().filter(call -> call.response != null).count();
    }

    private List<History.Call> calls() {
        return clients.stream().flatMap(client -> client.calls.stream()).toList();
    }

    private Optional<String> twoLeaders() {
        Map<Long, String> leaders = new LinkedHashMap<>();
        for (TraceEntry entry : world.trace.entries()) {
            if (entry.record() instanceof MemberTrace.Elected elected) {
                String before = leaders.putIfAbsent(elected.term(), entry.component());
                if (before != null) {
                    return Optional.of(before + " and " + entry.component() + " lead in term " + elected.term());
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> gap(List<StoreTrace> commits) {
        for (int i = 0; i < commits.size(); i++) {
            if (commits.get(i).revision() != i + 1) {
                return Optional.of(
                        "after revision " + i + " comes " + commits.get(i).revision());
            }
        }
        return Optional.empty();
    }

    /** All members hold the same history, as far as each has come. */
    private Optional<String> divergence(List<StoreTrace> commits) {
        for (String member : world.group.names()) {
            EtcdStore store = world.group.disk(member).store();
            int compacted = (int) store.compactedRevision();
            int revision = (int) store.revision();
            if (revision != commits.size()) {
                return Optional.of(member + " stopped at revision " + revision + " of " + commits.size());
            }
            List<StoreTrace> own = store.changesAfter("", compacted).orElseThrow().stream()
                    .map(change -> change.toTrace())
                    .toList();
            if (!own.equals(commits.subList(compacted, revision))) {
                return Optional.of(member + " has another history");
            }
        }
        return Optional.empty();
    }

    private Optional<String> watchFlaw(List<StoreTrace> commits) {
        for (StormClient client : clients) {
            List<StoreTrace> told =
                    client.watched.stream().map(change -> change.toTrace()).toList();
            if (!client.flaw.isEmpty()) {
                return Optional.of("a watch " + client.flaw);
            }
            int due = client.compacted ? told.size() : commits.size();
            if (!told.equals(commits.subList(0, due))) {
                return Optional.of("a watch told " + told.size() + " changes, not the " + commits.size());
            }
        }
        return Optional.empty();
    }

    /** A member that got a write in a snapshot never answers for it, as in etcd: therefore there is a second try. */
    private Optional<String> standstill() {
        for (String member : world.group.names()) {
            EtcdRequest put = EtcdWorld.put("/after/" + member, "done", 0);
            EtcdResponse first = world.ask(member, put);
            EtcdResponse answer = first instanceof EtcdResponse.Unavailable ? world.ask(member, put) : first;
            if (answer instanceof EtcdResponse.Failure failure) {
                return Optional.of("after the storm " + member + " says " + failure.message());
            }
        }
        return Optional.empty();
    }
}
