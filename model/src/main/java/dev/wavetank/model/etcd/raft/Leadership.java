package dev.wavetank.model.etcd.raft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** What a member does while it leads: replicates its log, commits, and confirms reads. */
final class Leadership {

    private final Raft raft;
    private final RaftHost host;
    private final RaftSettings settings;
    private final long term;
    private final Map<String, Follower> followers = new LinkedHashMap<>();
    private final List<PendingRead> reads = new ArrayList<>();
    private long membershipChange;
    private long round;
    private boolean over;

    /** A read that waits: for the round of heartbeats that began after it; -1: for an entry of this term. */
    private record PendingRead(long index, long round, Consumer<Long> result) {}

    Leadership(Raft raft, RaftHost host, RaftSettings settings) {
        this.raft = raft;
        this.host = host;
        this.settings = settings;
        this.term = raft.term();
    }

    void begin() {
        // A change of the members that an earlier leader left behind may be among the entries.
        membershipChange = raft.state().log.lastIndex();
        membersChanged();
        append(new Command.NoOperation());
        beat();
    }

    void end() {
        over = true;
        List<PendingRead> failed = new ArrayList<>(reads);
        reads.clear();
        failed.forEach(read -> read.result().accept(-1L));
    }

    /** Appends a command. One change of the members at a time: a second one becomes an entry that does nothing. */
    void append(Command command) {
        Command appended = command;
        long index = raft.state().log.lastIndex() + 1;
        if (command instanceof Command.AddMember || command instanceof Command.RemoveMember) {
            if (membershipChange > raft.applied()) {
                appended = new Command.NoOperation();
            } else {
                membershipChange = index;
            }
        }
        LogEntry entry = new LogEntry(index, term, appended);
        raft.state().log.put(entry);
        raft.state().write(List.of(entry), index, this::advance);
        sendAll();
    }

    /** Takes up new members and lets go of those that were removed. */
    void membersChanged() {
        List<String> others = raft.others();
        if (!raft.members().contains(raft.id())) {
            raft.follow(term, "");
            return;
        }
        if (others.size() == followers.size() && followers.keySet().containsAll(others)) {
            return;
        }
        followers.keySet().retainAll(others);
        for (String member : others) {
            followers.computeIfAbsent(
                    member, added -> new Follower(raft.state().log.lastIndex() + 1, host.now()));
        }
        advance();
    }

    private void beat() {
        if (!over) {
            broadcastHeartbeat();
            host.after(settings.heartbeatInterval(), this::beat);
        }
    }

    private void broadcastHeartbeat() {
        round++;
        followers.forEach((member, follower) -> host.send(
                member,
                new RaftMessage.Heartbeat(
                        raft.id(), term, Math.min(follower.match, raft.replica().commit()), round)));
    }

    private void sendAll() {
        List.copyOf(followers.keySet()).forEach(this::send);
    }

    private void send(String member) {
        Follower follower = followers.get(member);
        if (over || follower == null || follower.busy) {
            return;
        }
        RaftLog log = raft.state().log;
        long previous = follower.next - 1;
        if (previous < log.baseIndex()) {
            follower.busy = true;
            host.send(
                    member,
                    new RaftMessage.Install(raft.id(), term, raft.replica().snapshot()));
            return;
        }
        List<LogEntry> entries = log.from(follower.next, settings.mostEntries());
        if (entries.isEmpty() && follower.toldCommit >= raft.replica().commit()) {
            return;
        }
        follower.busy = !entries.isEmpty();
        follower.toldCommit = raft.replica().commit();
        host.send(
                member,
                new RaftMessage.Append(
                        raft.id(),
                        term,
                        previous,
                        log.termAt(previous),
                        entries,
                        raft.replica().commit()));
    }

    void answered(RaftMessage.Request request, RaftMessage.Answer answer) {
        Follower follower = followers.get(answer.from());
        if (follower == null) {
            return;
        }
        follower.heard = host.now();
        if (answer instanceof RaftMessage.HeartbeatAnswer beat) {
            follower.round = Math.max(follower.round, beat.round());
            confirmReads();
        } else if (answer instanceof RaftMessage.Appended appended) {
            release(follower, request);
            if (appended.accepted()) {
                follower.match = Math.max(follower.match, appended.index());
                follower.next = Math.max(follower.next, follower.match + 1);
                advance();
            } else if (request instanceof RaftMessage.Append append) {
                follower.next = Math.max(follower.match + 1, Math.min(appended.index() + 1, append.previousIndex()));
                follower.toldCommit = 0;
            }
        }
        send(answer.from());
    }

    void unanswered(String member, RaftMessage.Request request) {
        Follower follower = followers.get(member);
        if (follower != null && !(request instanceof RaftMessage.Heartbeat)) {
            release(follower, request);
            follower.next = follower.match + 1;
            // What was lost is sent again when the member answers a heartbeat.
            follower.toldCommit = 0;
        }
    }

    private static void release(Follower follower, RaftMessage.Request request) {
        if (request instanceof RaftMessage.Install
                || request instanceof RaftMessage.Append append
                        && !append.entries().isEmpty()) {
            follower.busy = false;
        }
    }

    /** An entry is committed when it is on enough disks and is, or precedes, one of this term. */
    private void advance() {
        if (over) {
            return;
        }
        long agreed = quorum(settings.quorums().toCommit(raft.members().size()), raft.state().durable, f -> f.match);
        if (agreed > raft.replica().commit() && raft.state().log.termAt(agreed) == term) {
            raft.replica().commitTo(agreed);
            sendAll();
            if (hasCommittedInTerm()) {
                beginEarlyReads();
            }
        }
    }

    /** The greatest number that so many members have reached, this one included. */
    private long quorum(int size, long own, ToLongFunction<Follower> reached) {
        long[] numbers = new long[followers.size() + 1];
        int i = 0;
        for (Follower follower : followers.values()) {
            numbers[i++] = reached.applyAsLong(follower);
        }
        numbers[i] = own;
        Arrays.sort(numbers);
        return numbers[numbers.length - size];
    }

    private boolean hasCommittedInTerm() {
        return raft.state().log.termAt(raft.replica().commit()) == term;
    }

    void readIndex(Consumer<Long> result) {
        if (!hasCommittedInTerm()) {
            reads.add(new PendingRead(0, -1, result));
            return;
        }
        if (settings.quorums().toRead(raft.members().size()) == 1) {
            result.accept(raft.replica().commit());
            return;
        }
        broadcastHeartbeat();
        reads.add(new PendingRead(raft.replica().commit(), round, result));
    }

    private void beginEarlyReads() {
        List<PendingRead> early =
                reads.stream().filter(read -> read.round() < 0).toList();
        reads.removeAll(early);
        early.forEach(read -> readIndex(read.result()));
    }

    private void confirmReads() {
        if (reads.isEmpty()) {
            return;
        }
        long confirmed = quorum(settings.quorums().toRead(raft.members().size()), round, f -> f.round);
        List<PendingRead> done = reads.stream()
                .filter(read -> read.round() > 0 && read.round() <= confirmed)
                .toList();
        reads.removeAll(done);
        done.forEach(read -> read.result().accept(read.index()));
    }

    /** Steps down when no majority has answered for an election timeout. */
    void checkQuorum() {
        long since = host.now() - settings.electionTimeout();
        long reached =
                1 + followers.values().stream().filter(f -> f.heard > since).count();
        if (reached < settings.quorums().toElect(raft.members().size())) {
            raft.follow(term, "");
        }
    }
}
