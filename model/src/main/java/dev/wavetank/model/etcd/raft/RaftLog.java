package dev.wavetank.model.etcd.raft;

import java.util.ArrayList;
import java.util.List;

/** The entries after a base, up to which the log was dropped. */
final class RaftLog {

    /** Instead of a term: the entry is not in the log, or not any more. */
    static final long UNKNOWN = -1;

    private final List<LogEntry> entries = new ArrayList<>();
    private long baseIndex;
    private long baseTerm;

    RaftLog copy() {
        RaftLog copy = new RaftLog();
        copy.entries.addAll(entries);
        copy.baseIndex = baseIndex;
        copy.baseTerm = baseTerm;
        return copy;
    }

    long baseIndex() {
        return baseIndex;
    }

    long lastIndex() {
        return baseIndex + entries.size();
    }

    long lastTerm() {
        return entries.isEmpty() ? baseTerm : entries.get(entries.size() - 1).term();
    }

    long termAt(long index) {
        if (index == baseIndex) {
            return baseTerm;
        }
        return index < baseIndex || index > lastIndex() ? UNKNOWN : at(index).term();
    }

    LogEntry at(long index) {
        return entries.get((int) (index - baseIndex - 1));
    }

    /** So many entries from an index on, or as many as there are. */
    List<LogEntry> from(long index, int most) {
        int first = (int) (index - baseIndex - 1);
        return new ArrayList<>(entries.subList(first, Math.min(entries.size(), first + most)));
    }

    /** Takes an entry in, and drops what was there from its index on. */
    void put(LogEntry entry) {
        int position = (int) (entry.index() - baseIndex - 1);
        entries.subList(position, entries.size()).clear();
        entries.add(entry);
    }

    /** Drops the entries up to an index. */
    void dropUpTo(long index) {
        if (index <= baseIndex) {
            return;
        }
        baseTerm = termAt(index);
        entries.subList(0, (int) (index - baseIndex)).clear();
        baseIndex = index;
    }

    /** Goes on after a snapshot. Entries that follow it are kept when they belong to it. */
    void goOnAfter(long index, long term) {
        if (termAt(index) == term) {
            dropUpTo(index);
            return;
        }
        entries.clear();
        baseIndex = index;
        baseTerm = term;
    }
}
