/**
 * The store: one multi-version key-value space with one revision counter, transactions that compare a revision,
 * watches of key prefixes, leases, compaction and a space quota.
 *
 * <p>{@link dev.wavetank.model.etcd.EtcdStore} is the disk: it is made outside of the component and survives its
 * crashes. {@link dev.wavetank.model.etcd.EtcdWrites} and {@link dev.wavetank.model.etcd.EtcdReads} say what
 * requests mean. {@link dev.wavetank.model.etcd.Etcd} serves a store as a single member; groups of members are in
 * {@code member}, and how they agree in {@code raft}. A transaction changes one key, so that every revision is
 * exactly one change. Values are API objects; the store knows nothing about them but their metadata. Does not live
 * here: validation, watch caches, anything else that the API server does.
 */
package dev.wavetank.model.etcd;
