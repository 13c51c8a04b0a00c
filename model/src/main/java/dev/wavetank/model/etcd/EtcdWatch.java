package dev.wavetank.model.etcd;

import dev.wavetank.sim.network.Address;

/**
 * Asks for all changes of keys with a prefix.
 *
 * @param prefix of the keys
 * @param afterRevision the revision after which changes are told
 */
public record EtcdWatch(String prefix, long afterRevision) {

    /** Where etcd takes watches. */
    public static Address<EtcdWatch, Message> watches(String etcd) {
        return new Address<>(etcd, "watches");
    }

    /** What a watch tells. */
    public sealed interface Message {

        /** A change. Changes come in the order of their revisions, none is left out. */
        record Changed(EtcdChange change) implements Message {}

        /** The changes that were asked for have been forgotten up to a revision. The watch ends. */
        record Compacted(long revision) implements Message {}
    }
}
