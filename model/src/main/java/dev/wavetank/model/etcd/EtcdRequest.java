package dev.wavetank.model.etcd;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.sim.network.rule.Address;

/** What a client asks of etcd. Watches are asked for with {@link EtcdWatch}. */
public sealed interface EtcdRequest {

    /** Where etcd takes requests. */
    static Address<EtcdRequest, EtcdResponse> requests(String etcd) {
        return new Address<>(etcd, "requests");
    }

    /** A request that changes nothing and can be sent again without harm. */
    sealed interface Read extends EtcdRequest {

        /** The revision at which to read; 0: the latest. */
        long revision();

        /** Whether the member that is asked may answer from what it has, which may be old, without asking others. */
        boolean serializable();
    }

    /** A request that all members execute, in the same order. */
    sealed interface Write extends EtcdRequest {}

    /** Reads one key. */
    record Get(String key, long revision, boolean serializable) implements Read {

        /** The latest value, which includes every write that was answered before. */
        public Get(String key) {
            this(key, 0, false);
        }
    }

    /**
     * Reads the keys with a prefix, in order.
     *
     * @param prefix of the keys
     * @param from the first key to read, for reading on where a limit cut; empty: the first of all
     * @param limit how many keys at most; 0: all
     */
    record Range(String prefix, String from, int limit, long revision, boolean serializable) implements Read {

        /** All keys with their latest values, which include every write that was answered before. */
        public Range(String prefix) {
            this(prefix, "", 0, 0, false);
        }

        /** The same keys at a revision. */
        public Range at(long wanted) {
            return new Range(prefix, from, limit, wanted, serializable);
        }
    }

    /**
     * A transaction: stores the value when the key was last changed at the expected revision.
     *
     * @param key the key
     * @param resource of the object
     * @param value the object
     * @param expectedRevision mod revision that the key must have; 0: it must not exist
     * @param lease with which the key ends; 0: with none
     */
    record Put(String key, ResourceType resource, KubernetesObject value, long expectedRevision, long lease)
            implements Write {

        /** Stores it without a lease. */
        public Put(String key, ResourceType resource, KubernetesObject value, long expectedRevision) {
            this(key, resource, value, expectedRevision, 0);
        }
    }

    /**
     * A transaction: removes the key when it was last changed at the expected revision.
     *
     * @param key the key
     * @param expectedRevision mod revision that the key must have
     */
    record Delete(String key, long expectedRevision) implements Write {}

    /** Forgets the history up to a revision; what is present stays. */
    record Compact(long revision) implements Write {}

    /**
     * Begins a lease.
     *
     * @param id chosen by the client, positive
     * @param ttl nanoseconds without a sign of life after which its keys are deleted
     */
    record LeaseGrant(long id, long ttl) implements Write {

        /** Checks the numbers. */
        public LeaseGrant {
            if (id <= 0 || ttl <= 0) {
                throw new IllegalArgumentException("a lease needs a positive id and TTL, was " + id + " and " + ttl);
            }
        }
    }

    /** Ends a lease: its keys are deleted. */
    record LeaseRevoke(long id) implements Write {}

    /** A sign of life: the time to live of a lease begins anew. */
    record LeaseKeepAlive(long id) implements EtcdRequest {}

    /** Refuses every write that needs space, until it is disarmed. Raised by etcd itself. */
    record RaiseSpaceAlarm() implements Write {}

    /** Takes the space alarm back. It is raised again by the next write when there is still no space. */
    record DisarmSpaceAlarm() implements Write {}

    /** Gives the free pages of the asked member's file back to its disk. Other members are not touched. */
    record Defragment() implements EtcdRequest {}

    /** Asks for an {@link EtcdWatch.Message.Progress} on the client's watches. */
    record RequestProgress() implements EtcdRequest {}

    /** Takes a member into the group. */
    record AddMember(String id) implements EtcdRequest {}

    /** Removes a member from the group, for ever. */
    record RemoveMember(String id) implements EtcdRequest {}
}
