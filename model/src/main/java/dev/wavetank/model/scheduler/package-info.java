/**
 * The scheduler: takes pods without a node from its queue, chooses a node for each by the plug-ins of its profile, and
 * binds them.
 *
 * <p>The loop places one pod after the other; binding is asynchronous, so the next decision includes assumed pods.
 * Here the
 * parts are put together: {@code .queue} (who is next), {@code .cache} (what is known of nodes), {@code .cycle}
 * (which node),
 * {@code .binding} (makes it true), {@code .report} (says so), all by the extension points in {@code .framework}.
 */
@NullMarked
package dev.wavetank.model.scheduler;

import org.jspecify.annotations.NullMarked;
