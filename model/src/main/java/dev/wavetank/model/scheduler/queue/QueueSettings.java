package dev.wavetank.model.scheduler.queue;

import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.version.KubernetesVersion;

/**
 * The settings of a queue.
 *
 * @param backoff wait between attempts to place one pod ({@code podInitialBackoffSeconds}, {@code
 *     podMaxBackoffSeconds})
 * @param unschedulableLimit after how long an unschedulable pod is tried again without an event, in nanoseconds
 * @param version the version of Kubernetes
 */
public record QueueSettings(Backoff backoff, long unschedulableLimit, KubernetesVersion version) {}
