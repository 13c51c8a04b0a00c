/**
 * The store: one multi-version key-value space with one revision counter, transactions that compare a revision,
 * and watches of key prefixes.
 *
 * <p>{@link dev.wavetank.model.etcd.EtcdStore} is the disk: it is made outside of the component and survives its
 * crashes. {@link dev.wavetank.model.etcd.Etcd} serves it over the network. A transaction changes one key, so that
 * every revision is exactly one change. Values are API objects; the store knows nothing about them but their
 * metadata. Does not live here: validation, watch caches, anything else that the API server does.
 */
package dev.wavetank.model.etcd;
