/**
 * The client library of every component and of a user's own controllers: the counterpart of client-go.
 *
 * <p>Read {@link dev.wavetank.model.client.ApiClient} first: it sends requests within a rate limit, and opens
 * watches, to one of several servers. {@link dev.wavetank.model.client.ConflictRetry} repeats a write that met a
 * conflict, {@link dev.wavetank.model.client.Pager} reads a list in pages, and {@link
 * dev.wavetank.model.client.Scheme} turns trees into records of the user's own.
 *
 * <p>The packages below have the names of their counterparts in client-go: {@code cache} (informers and their
 * indexes), {@code workqueue}, {@code flowcontrol}, {@code record} (Events) and {@code leaderelection}.
 *
 * <p>Everything runs on one thread and returns completions. What belongs to one controller, or to the server, does
 * not live here.
 */
@NullMarked
package dev.wavetank.model.client;

import org.jspecify.annotations.NullMarked;
