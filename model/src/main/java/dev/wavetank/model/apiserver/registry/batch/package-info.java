/** Jobs and CronJobs. */
package dev.wavetank.model.apiserver.registry.batch;
