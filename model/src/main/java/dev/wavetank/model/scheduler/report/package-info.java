/**
 * What a scheduler tells others about its pods: Events, and the condition {@code PodScheduled}.
 */
@NullMarked
package dev.wavetank.model.scheduler.report;

import org.jspecify.annotations.NullMarked;
