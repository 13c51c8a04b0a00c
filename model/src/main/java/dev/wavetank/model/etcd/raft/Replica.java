package dev.wavetank.model.etcd.raft;

import java.util.List;
import java.util.function.Consumer;

/** The log of one member: takes in what a leader sends, and executes what is committed. */
final class Replica {

    private final RaftHost host;
    private final RaftDisk disk;
    private final RaftSettings settings;
    private final Runnable membersChanged;
    private final DurableState state;
    private final RaftLog log;
    private long commit;
    private boolean applying;

    /** @param membersChanged called after an entry was executed that changes who belongs to the group */
    Replica(RaftHost host, RaftDisk disk, RaftSettings settings, Runnable membersChanged) {
        this.host = host;
        this.disk = disk;
        this.settings = settings;
        this.membersChanged = membersChanged;
        this.state = new DurableState(host, disk, this::applyCommitted);
        this.log = state.log;
        this.commit = disk.applied();
    }

    DurableState state() {
        return state;
    }

    /** Index of the last entry that is known to be committed. */
    long commit() {
        return commit;
    }

    void append(RaftMessage.Append append, Consumer<RaftMessage.Answer> reply) {
        long current = state.term;
        long previous = append.previousIndex();
        if (previous < commit) {
            long agreed = commit;
            state.write(
                    List.of(), agreed, () -> reply.accept(new RaftMessage.Appended(disk.id(), current, true, agreed)));
            return;
        }
        if (log.termAt(previous) != append.previousTerm()) {
            long agreed = Math.min(previous - 1, log.lastIndex());
            while (agreed > commit && log.termAt(agreed) > append.previousTerm()) {
                agreed--;
            }
            long guess = agreed;
            state.write(List.of(), 0, () -> reply.accept(new RaftMessage.Appended(disk.id(), current, false, guess)));
            return;
        }
        int known = 0;
        List<LogEntry> entries = append.entries();
        while (known < entries.size()
                && log.termAt(entries.get(known).index()) == entries.get(known).term()) {
            known++;
        }
        List<LogEntry> fresh = entries.subList(known, entries.size());
        fresh.forEach(log::put);
        state.findDurable();
        long last = previous + entries.size();
        state.write(fresh, last, () -> reply.accept(new RaftMessage.Appended(disk.id(), current, true, last)));
        commitTo(Math.min(append.commit(), last));
    }

    void install(Snapshot snapshot, Consumer<RaftMessage.Answer> reply) {
        long current = state.term;
        host.persist(() -> {
            disk.write(state.term, state.vote);
            if (snapshot.index() > commit) {
                disk.install(snapshot);
                log.goOnAfter(snapshot.index(), snapshot.term());
                commit = snapshot.index();
                state.findDurable();
                host.install(snapshot);
            }
            reply.accept(new RaftMessage.Appended(disk.id(), current, true, commit));
        });
    }

    void commitTo(long index) {
        commit = Math.max(commit, index);
        applyCommitted();
    }

    void applyCommitted() {
        if (applying) {
            return;
        }
        applying = true;
        while (disk.applied() < Math.min(commit, state.durable)) {
            LogEntry entry = log.at(disk.applied() + 1);
            disk.apply(entry);
            host.apply(entry);
            boolean changesMembers =
                    entry.command() instanceof Command.AddMember || entry.command() instanceof Command.RemoveMember;
            if (changesMembers) {
                membersChanged.run();
            }
        }
        applying = false;
        if (disk.applied() - log.baseIndex() > settings.snapshotCount() + settings.catchUpEntries()) {
            long dropped = disk.applied() - settings.catchUpEntries();
            log.dropUpTo(dropped);
            disk.log().dropUpTo(dropped);
        }
    }

    Snapshot snapshot() {
        long applied = disk.applied();
        return new Snapshot(applied, log.termAt(applied), disk.members(), host.snapshot());
    }
}
