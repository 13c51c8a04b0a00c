/**
 * Serves watches, and reads that need not be the latest, from memory. One cache for each resource watches etcd, keeps
 * the objects and the recent changes, and tells its watchers what concerns them, so that etcd sees one watch however
 * many clients there are. Every server has caches of its own; each lags behind etcd by the network and, where the
 * settings say so, by more.
 *
 * <p>Nothing here writes or asks anybody for permission.
 */
package dev.wavetank.model.apiserver.watchcache;
