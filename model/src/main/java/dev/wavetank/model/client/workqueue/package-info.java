/**
 * Work queues of keys, and what a sync of a key returns: the counterpart of {@code k8s.io/client-go/util/workqueue}.
 *
 * <p>A queue holds each key once, never gives one key to two workers, and adds a key again when it was added while a
 * worker had it. A sync returns a {@link dev.wavetank.model.client.workqueue.SyncResult}: done, retry with back-off,
 * or retry after a time.
 */
@NullMarked
package dev.wavetank.model.client.workqueue;

import org.jspecify.annotations.NullMarked;
