/**
 * The admission plugin {@code ResourceQuota}: what an object uses is charged to all quotas of its namespace that are
 * about it, before it is stored.
 *
 * <p>Rules: writes of one namespace are judged in batches, one batch at a time, on the limits and the usage that the
 * quotas' status shows; usage goes up here only, and down in the quota controller only. What an object uses is said in
 * {@code model.quota}, for both.
 */
package dev.wavetank.model.apiserver.admission.quota;
