package dev.wavetank.model.etcd;

/** What etcd says when it does not do what it was asked for (v3.5, {@code api/v3rpc/rpctypes/error.go}). */
public final class EtcdErrors {

    /** No answer in time; the request may have been executed or not. */
    public static final String TIMEOUT = "etcdserver: request timed out";

    /** The same, when there was an election while the request was under way. */
    public static final String TIMEOUT_LEADER_LOST =
            "etcdserver: request timed out, possibly due to previous leader failure";

    /** The member knows no leader. */
    public static final String NO_LEADER = "etcdserver: no leader";

    /** The leader changed while a linearizable read was waiting for it. */
    public static final String LEADER_CHANGED = "etcdserver: leader changed";

    /** The connection broke under the request. */
    public static final String TRANSPORT_CLOSING = "rpc error: code = Unavailable desc = transport is closing";

    /** A revision that was asked for has been forgotten. */
    public static final String COMPACTED = "etcdserver: mvcc: required revision has been compacted";

    /** A revision that was asked for lies ahead. */
    public static final String FUTURE_REVISION = "etcdserver: mvcc: required revision is a future revision";

    /** The space quota is exhausted: only reads, deletions, compaction and defragmentation are served. */
    public static final String NO_SPACE = "etcdserver: mvcc: database space exceeded";

    /** The request is larger than {@code --max-request-bytes}. */
    public static final String TOO_LARGE = "etcdserver: request is too large";

    /** There is no such lease, or no more. */
    public static final String LEASE_NOT_FOUND = "etcdserver: requested lease not found";

    /** There is a lease of that id already. */
    public static final String LEASE_EXISTS = "etcdserver: lease already exists";

    /** There is no member of that id. */
    public static final String MEMBER_NOT_FOUND = "etcdserver: member not found";

    /** There is a member of that id already. */
    public static final String MEMBER_EXISTS = "etcdserver: member ID already exist";

    /** The change of the members would leave, or meets, too few of them that run. */
    public static final String NOT_ENOUGH_MEMBERS =
            "etcdserver: re-configuration failed due to not enough started members";

    private EtcdErrors() {}
}
