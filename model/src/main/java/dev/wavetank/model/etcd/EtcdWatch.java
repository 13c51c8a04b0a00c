package dev.wavetank.model.etcd;

import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.Operation;

/**
 * Asks for all changes of keys with a prefix.
 *
 * @param prefix of the keys
 * @param afterRevision the revision after which changes are sent
 * @param progress whether to hear of progress as well, when there are no changes for a while and when asked for
 */
public record EtcdWatch(String prefix, long afterRevision, boolean progress) implements Operation {

    /** A watch that sends changes only. */
    public EtcdWatch(String prefix, long afterRevision) {
        this(prefix, afterRevision, false);
    }

    @Override
    public String verb() {
        return "watches";
    }

    @Override
    public String subject() {
        return prefix;
    }

    /** Where etcd takes watches. */
    public static Address<EtcdWatch, Message> watches(String etcd) {
        return new Address<>(etcd, "watches");
    }

    /** What a watch sends. */
    public sealed interface Message {

        /** A change. Changes come in the order of their revisions, none is left out. */
        record Changed(EtcdChange change) implements Message {}

        /**
         * The changes that were asked for have been forgotten up to a revision. The watch ends. The real message is
         * {@link EtcdErrors#COMPACTED}.
         */
        record Compacted(long revision) implements Message {}

        /** All changes up to a revision have been sent. */
        record Progress(long revision) implements Message {}
    }
}
