/**
 * The client library that every component talks to the API server with, and that a user's controller is built from: the
 * counterpart of client-go.
 *
 * <p>Read {@link dev.wavetank.model.client.ApiClient} first: requests within a rate limit, and watches, to one of
 * several servers. {@link dev.wavetank.model.client.ConflictRetry} repeats a write that met a conflict, {@link
 * dev.wavetank.model.client.Pager} reads a list in pages, and {@link dev.wavetank.model.client.Scheme} turns trees
 * into records of the user's own.
 *
 * <p>The packages below carry the names that they have in client-go: {@code cache} (informers and their indexes),
 * {@code workqueue}, {@code flowcontrol}, {@code record} (Events) and {@code leaderelection}.
 *
 * <p>Everything runs on one thread and answers later, through completions. What belongs to one controller, or to the
 * server, does not live here.
 */
@NullMarked
package dev.wavetank.model.client;

import org.jspecify.annotations.NullMarked;
