/**
 * The scheduler's state of one node and one pod, and its plugins: filters exclude nodes, scores rank them.
 *
 * <p>Plugins are pure: they read, send no requests and keep no state. Each follows the Kubernetes plugin of the same
 * name. Queues, binding and reports do not live here.
 */
@NullMarked
package dev.wavetank.model.scheduler.plugin;

import org.jspecify.annotations.NullMarked;
