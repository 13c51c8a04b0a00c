/** Jobs and CronJobs. */
@NullMarked
package dev.wavetank.model.apiserver.registry.batch;

import org.jspecify.annotations.NullMarked;
