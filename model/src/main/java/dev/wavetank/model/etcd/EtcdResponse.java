package dev.wavetank.model.etcd;

import java.util.List;

/** What comes of a request to etcd. */
public sealed interface EtcdResponse {

    /**
     * One key.
     *
     * @param entry the key with its value, or null when there is none
     * @param revision of the store
     */
    record Found(EtcdEntry entry, long revision) implements EtcdResponse {}

    /** All keys of a range, in order, at a revision of the store. */
    record Entries(List<EtcdEntry> entries, long revision) implements EtcdResponse {}

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

    /**
     * No answer came. A transaction may have been committed all the same.
     *
     * @param message what the client library says
     */
    record Unavailable(String message) implements EtcdResponse {}
}
