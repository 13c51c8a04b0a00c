package dev.wavetank.model.etcd.raft;

import java.util.List;

/** State that a member must write to disk before it reports it to others, and how much of it is on disk. */
final class DurableState {

    final RaftLog log;
    long term;
    String vote;
    /** Up to here the log is on disk. */
    long durable;

    private final RaftHost host;
    private final RaftDisk disk;
    private final Runnable afterWrite;

    /** @param afterWrite called whenever more of the log may be on disk */
    DurableState(RaftHost host, RaftDisk disk, Runnable afterWrite) {
        this.host = host;
        this.disk = disk;
        this.afterWrite = afterWrite;
        this.log = disk.log().copy();
        this.term = disk.term();
        this.vote = disk.vote();
        this.durable = log.lastIndex();
    }

    /**
     * Has the term, the vote and some entries written, then goes on; at once when all of it is on disk.
     *
     * @param last entry that has to be on disk; it may be on its way there already
     */
    void write(List<LogEntry> entries, long last, Runnable then) {
        if (entries.isEmpty()
                && durable >= last
                && disk.term() == term
                && disk.vote().equals(vote)) {
            then.run();
            return;
        }
        long writtenTerm = term;
        String writtenVote = vote;
        host.persist(() -> {
            disk.write(writtenTerm, writtenVote);
            for (LogEntry entry : entries) {
                // What was replaced or came in a snapshot meanwhile is not written any more.
                if (log.termAt(entry.index()) == entry.term()
                        && entry.index() > disk.log().baseIndex()) {
                    disk.log().put(entry);
                }
            }
            findDurable();
            then.run();
            afterWrite.run();
        });
    }

    /** Logs that agree in the term of an entry agree in everything before it. */
    void findDurable() {
        durable = Math.min(log.lastIndex(), disk.log().lastIndex());
        while (durable > disk.applied() && log.termAt(durable) != disk.log().termAt(durable)) {
            durable--;
        }
    }
}
