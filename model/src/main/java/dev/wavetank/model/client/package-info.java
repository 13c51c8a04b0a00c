/**
 * The client library that every component talks to the API server with, and that a user's controller is built from: the
 * counterpart of client-go.
 *
 * <p>Read {@link dev.wavetank.model.client.ApiClient} first (requests within a rate limit, watches, one of several
 * servers), then {@link dev.wavetank.model.client.Informer} (a cache of a kind, its indexes and handlers), {@link
 * dev.wavetank.model.client.WorkQueue} (keys that want work) and {@link dev.wavetank.model.client.EventRecorder} (what
 * people are told). {@link dev.wavetank.model.client.Enqueue} and {@link dev.wavetank.model.client.Orphans} lead from
 * objects to the keys of their owners, {@link dev.wavetank.model.client.ControllerRefManager} adopts and releases,
 * {@link dev.wavetank.model.client.Expectations} bridges the time until the cache shows what was done, {@link
 * dev.wavetank.model.client.ConflictRetry} repeats what met a conflict, {@link
 * dev.wavetank.model.client.LeaderElection} lets one of several act, {@link dev.wavetank.model.client.Scheme} turns
 * trees into records of the user's own.
 *
 * <p>Everything runs on one thread and answers later, through completions. A cache lags behind the server, and a
 * handler behind its cache. A reconciler answers true when it is done with a key, and false to be asked again after a
 * back-off. What belongs to one controller, or to the server, does not live here.
 */
package dev.wavetank.model.client;
