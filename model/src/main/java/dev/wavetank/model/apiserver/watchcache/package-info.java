/**
 * Serves watches from memory. One cache for each resource watches etcd and tells its watchers what concerns them,
 * so that etcd sees one watch however many clients there are. A cache knows the recent changes only, not the
 * objects.
 */
package dev.wavetank.model.apiserver.watchcache;
