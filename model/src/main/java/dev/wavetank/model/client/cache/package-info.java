/**
 * Caches of API objects, kept current by list and watch: the counterpart of {@code k8s.io/client-go/tools/cache}.
 *
 * <p>Read {@link dev.wavetank.model.client.cache.Informer} first: a reflector lists and watches one resource, stores
 * the objects in a cache, updates its indexes and calls its handlers. A cache lags behind the API server, and a
 * handler lags behind its cache. {@link dev.wavetank.model.client.cache.Enqueue} turns events into keys of a work
 * queue.
 *
 * <p>Does not live here: what a controller does with a key.
 */
package dev.wavetank.model.client.cache;
