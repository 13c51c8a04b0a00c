package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.DatabaseSize;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdErrors;
import dev.wavetank.model.etcd.EtcdReads;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.etcd.EtcdWatch;
import dev.wavetank.model.etcd.EtcdWrites;
import dev.wavetank.model.etcd.LeaseDeadlines;
import dev.wavetank.model.etcd.WatchHub;
import dev.wavetank.model.etcd.WriteChecks;
import dev.wavetank.model.etcd.raft.Command;
import dev.wavetank.model.etcd.raft.LogEntry;
import dev.wavetank.model.etcd.raft.Raft;
import dev.wavetank.model.etcd.raft.RaftHost;
import dev.wavetank.model.etcd.raft.RaftMessage;
import dev.wavetank.model.etcd.raft.Snapshot;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.random.RandomStream;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * One member of a group: serves clients from its own copy of the store, which changes only as the group agrees.
 *
 * <p>A write is answered when this member has executed it, a linearizable read when this member has executed all
 * that was committed before the read came, a serializable read at once. Watches report what this member executes. After
 * three election timeouts without a leader its watches end ({@code WithRequireLeader}).
 */
final class EtcdMember implements Component {

    /** For how many election timeouts watches bear it that there is no leader ({@code maxNoLeaderCnt}). */
    private static final int LEADERLESS_TIMEOUTS = 3;

    private final Context context;
    private final Endpoint endpoint;
    private final MemberDisk disk;
    private final MemberSettings settings;
    private final CommitTrace commits;
    private final LongSupplier farthest;
    private final WriteChecks checks;
    private final String id;
    private final WatchHub watches;
    private final LeaseDeadlines leases;
    private final Peers peers;
    private final Raft raft;
    private final Proposals proposals;
    private final ReadGate gate;
    private int leaderChanges;

    /**
     * A member that has not started.
     *
     * @param farthest how far the member that has come the farthest has executed the log
     */
    EtcdMember(
            Context context,
            Endpoint endpoint,
            MemberDisk disk,
            MemberSettings settings,
            CommitTrace commits,
            LongSupplier farthest) {
        this.context = context;
        this.endpoint = endpoint;
        this.disk = disk;
        this.settings = settings;
        this.commits = commits;
        this.farthest = farthest;
        this.id = disk.raft().id();
        this.checks = new WriteChecks(settings.limits());
        this.watches = new WatchHub(context, disk.store(), settings.limits().progressInterval());
        long electionTimeout = settings.raft().electionTimeout();
        this.peers = new Peers(endpoint, id, electionTimeout);
        this.raft = new Raft(new Host(), disk.raft(), settings.raft());
        this.proposals = new Proposals(context, peers, raft, id, electionTimeout);
        this.gate = new ReadGate(context, peers, raft, id);
        this.leases = new LeaseDeadlines(
                context, lease -> proposals.submit(new EtcdRequest.LeaseRevoke(lease), response -> {}));
    }

    @Override
    public void start() {
        if (disk.isLost()) {
            context.trace(new MemberTrace.Refused("member " + id + " has already been bootstrapped"));
            return;
        }
        store().changesAfter("", store().compactedRevision())
                .ifPresent(changes -> changes.forEach(change -> commits.record(context, change)));
        endpoint.serve(EtcdRequest.requests(context.name()), this::handle);
        endpoint.serveStream(EtcdWatch.watches(context.name()), this::watch);
        peers.serve(context, raft);
        context.awaitAny("etcd has a leader", () -> raft.role() == Raft.Role.LEADER);
        context.awaitWhile("replication", () -> raft.applied() < farthest.getAsLong());
        raft.start();
    }

    private EtcdStore store() {
        return disk.store();
    }

    private void handle(String client, EtcdRequest request, Responder<EtcdResponse> responder) {
        if (request instanceof EtcdRequest.Read read) {
            read(client, read, responder);
        } else if (request instanceof EtcdRequest.Write write) {
            write(write, responder);
        } else if (request instanceof EtcdRequest.LeaseKeepAlive alive) {
            keepAlive(alive, responder);
        } else if (request instanceof EtcdRequest.Defragment) {
            store().size().ifPresent(DatabaseSize::defragment);
            responder.respond(new EtcdResponse.Done());
        } else if (request instanceof EtcdRequest.RequestProgress) {
            watches.reportProgressTo(client);
            responder.respond(new EtcdResponse.Done());
        } else if (request instanceof EtcdRequest.AddMember add) {
            changeMembers(new Command.AddMember(add.id()), isMember(add.id()), EtcdErrors.MEMBER_EXISTS, responder);
        } else if (request instanceof EtcdRequest.RemoveMember remove) {
            boolean unknown = !isMember(remove.id());
            changeMembers(new Command.RemoveMember(remove.id()), unknown, EtcdErrors.MEMBER_NOT_FOUND, responder);
        } else {
            throw new AssertionError("no case for " + request);
        }
    }

    private void read(String client, EtcdRequest.Read read, Responder<EtcdResponse> responder) {
        if (read.serializable()) {
            responder.respond(EtcdReads.answer(context, client, store(), read));
            return;
        }
        gate.await(error -> responder.respond(
                error.isPresent()
                        ? new EtcdResponse.Unavailable(error.get())
                        : EtcdReads.answer(context, client, store(), read)));
    }

    private void write(EtcdRequest.Write write, Responder<EtcdResponse> responder) {
        Optional<String> refusal = checks.refusal(store(), write);
        if (refusal.isEmpty()) {
            proposals.submit(write, responder);
        } else if (refusal.get().equals(EtcdErrors.NO_SPACE)) {
            EtcdResponse refused = new EtcdResponse.Refused(EtcdErrors.NO_SPACE);
            proposals.submit(new EtcdRequest.RaiseSpaceAlarm(), raised -> responder.respond(refused));
        } else {
            responder.respond(new EtcdResponse.Refused(refusal.get()));
        }
    }

    /** Only the leader keeps the time of leases, and only after making sure that it still leads. */
    private void keepAlive(EtcdRequest.LeaseKeepAlive alive, Responder<EtcdResponse> responder) {
        if (raft.leader().isEmpty()) {
            responder.respond(new EtcdResponse.Unavailable(EtcdErrors.NO_LEADER));
        } else if (raft.role() == Raft.Role.LEADER) {
            gate.await(error -> responder.respond(
                    error.isPresent() ? new EtcdResponse.Unavailable(error.get()) : renew(alive.id())));
        } else {
            String leader = EtcdGroup.component(raft.leader());
            endpoint.call(EtcdRequest.requests(leader), alive, EtcdClient.REQUEST_TIMEOUT)
                    .whenDone(reply -> responder.respond(
                            reply instanceof Reply.Answer<EtcdResponse> answer
                                    ? answer.value()
                                    : new EtcdResponse.Unavailable(EtcdErrors.TIMEOUT)));
        }
    }

    private EtcdResponse renew(long lease) {
        if (raft.role() != Raft.Role.LEADER) {
            return new EtcdResponse.Unavailable(EtcdErrors.LEADER_CHANGED);
        }
        if (!store().leases().contains(lease)
                || !leases.renew(lease, store().leases().ttl(lease))) {
            return new EtcdResponse.Refused(EtcdErrors.LEASE_NOT_FOUND);
        }
        return new EtcdResponse.LeaseAlive(lease, store().leases().ttl(lease));
    }

    private boolean isMember(String member) {
        return disk.raft().members().contains(member);
    }

    private void changeMembers(Command change, boolean impossible, String why, Responder<EtcdResponse> responder) {
        boolean last =
                change instanceof Command.RemoveMember && disk.raft().members().size() == 1;
        if (impossible || last) {
            responder.respond(new EtcdResponse.Refused(last ? EtcdErrors.NOT_ENOUGH_MEMBERS : why));
        } else {
            proposals.submit(change, responder);
        }
    }

    private void watch(String client, EtcdWatch request, StreamSender<EtcdWatch.Message> sender) {
        if (raft.leader().isEmpty()) {
            sender.close();
        } else {
            watches.open(client, request, sender);
        }
    }

    private void leaderChanged() {
        int change = ++leaderChanges;
        if (raft.role() == Raft.Role.LEADER) {
            context.trace(new MemberTrace.Elected(raft.term()));
            leases.begin(store().leases(), settings.raft().electionTimeout());
        } else {
            leases.forget();
        }
        if (raft.leader().isEmpty()) {
            context.daemonAfter(LEADERLESS_TIMEOUTS * settings.raft().electionTimeout(), () -> {
                if (change == leaderChanges) {
                    watches.closeAll();
                }
            });
        }
        proposals.leaderChanged();
        gate.leaderChanged();
    }

    private void execute(LogEntry entry) {
        Command command = entry.command();
        EtcdResponse response = new EtcdResponse.Done();
        if (command instanceof Proposal proposal) {
            EtcdWrites.Applied applied = EtcdWrites.apply(store(), proposal.write(), context.now());
            applied.changes().forEach(change -> {
                commits.record(context, change);
                watches.publish(change);
            });
            if (raft.role() == Raft.Role.LEADER) {
                leases.follow(proposal.write(), applied.response());
            }
            if (proposal.write() instanceof EtcdRequest.Compact) {
                context.dropPublicationsBefore(store().compactedRevision());
            }
            response = applied.response();
        }
        proposals.executed(command, response);
        gate.applied(entry.index());
    }

    /** What Raft needs from this member. */
    private final class Host implements RaftHost {

        private final WriteAheadLog wal = new WriteAheadLog(context, settings.commitLatency());
        private final RandomStream random = context.random("election");

        @Override
        public long now() {
            return context.now();
        }

        @Override
        public void after(long delay, Event event) {
            context.daemonAfter(delay, event);
        }

        @Override
        public RandomStream random() {
            return random;
        }

        @Override
        public void send(String member, RaftMessage.Request request) {
            peers.send(
                    member, request, answer -> raft.answered(request, answer), () -> raft.unanswered(member, request));
        }

        @Override
        public void persist(Runnable written) {
            wal.write(written);
        }

        @Override
        public void apply(LogEntry entry) {
            execute(entry);
        }

        @Override
        public Snapshot.State snapshot() {
            return store().copy();
        }

        @Override
        public void install(Snapshot snapshot) {
            disk.install(snapshot);
            watches.replaceStore(store());
            gate.applied(snapshot.index());
        }

        @Override
        public void leaderChanged() {
            EtcdMember.this.leaderChanged();
        }
    }
}
