package dev.wavetank.model.etcd;

import java.util.List;

/** What comes of a request to etcd. */
public sealed interface EtcdResponse {

    /** A request that was not answered as asked. */
    sealed interface Failure extends EtcdResponse {

        /** What etcd, or its client library, says. */
        String message();
    }

    /**
     * One key.
     *
     * @param entry the key with its value, or null when there is none
     * @param revision of the store
     */
    record Found(EtcdEntry entry, long revision) implements EtcdResponse {}

    /**
     * The keys of a range, in order.
     *
     * @param entries the keys with their values, as many as the limit allows
     * @param revision of the store, also when it was read at an older one
     * @param count how many keys the range has, limit or not
     */
    record Entries(List<EtcdEntry> entries, long revision, int count) implements EtcdResponse {

        /** All keys of the range. */
        public Entries(List<EtcdEntry> entries, long revision) {
            this(entries, revision, entries.size());
        }
    }

    /**
     * The transaction was committed.
     *
     * @param change what it changed
     * @param at virtual time of the commit, in nanoseconds
     */
    record Committed(EtcdChange change, long at) implements EtcdResponse {}

    /**
     * The comparison of the transaction failed; nothing was changed.
     *
     * @param current the key with its value, or null when there is none
     */
    record Mismatch(EtcdEntry current) implements EtcdResponse {}

    /** The history was compacted. */
    record Compacted(long revision) implements EtcdResponse {}

    /** The lease lives for so many nanoseconds from when etcd answered. */
    record LeaseAlive(long id, long ttl) implements EtcdResponse {}

    /** It was done, and there is nothing more to say. */
    record Done() implements EtcdResponse {}

    /**
     * No answer came. A transaction may have been committed all the same.
     *
     * @param message what the client library says
     */
    record Unavailable(String message) implements Failure {}

    /**
     * The request was refused and has changed nothing.
     *
     * @param message what etcd says, see {@link EtcdErrors}
     */
    record Refused(String message) implements Failure {}
}
