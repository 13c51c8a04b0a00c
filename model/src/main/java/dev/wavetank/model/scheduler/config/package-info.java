/**
 * What a scheduler is configured with: profiles, plug-ins and their arguments, extenders, read from a
 * {@code KubeSchedulerConfiguration}, from an old policy file, or from what each version of Kubernetes has by default.
 *
 * <p>Begin with {@code SchedulerConfiguration}. The plug-ins of each version are data: {@code plugins.txt}.
 * Mistakes are reported in the words of kube-scheduler, with the field that is wrong.
 */
@NullMarked
package dev.wavetank.model.scheduler.config;

import org.jspecify.annotations.NullMarked;
