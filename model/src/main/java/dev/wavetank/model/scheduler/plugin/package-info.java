/**
 * What the scheduler knows about one node and one pod, and its plugins: filters say where a pod cannot go, scores
 * say where it goes best.
 *
 * <p>Plugins are pure: they read, they send nothing and keep nothing. Each follows the Kubernetes plugin of the
 * same name. Queues, binding and reports do not live here.
 */
@NullMarked
package dev.wavetank.model.scheduler.plugin;

import org.jspecify.annotations.NullMarked;
