/**
 * The invariants of Kubernetes' own controllers: ownership, workloads, budgets, what is left at rest.
 *
 * <p>They judge by the store, and with respect to what a controller could see: where a controller acts on a cache
 * that may lag, the invariant excuses what a lagging cache can bring about and nothing else. What is asked for at
 * rest is judged when the run concludes, which is after everything had its time.
 */
@NullMarked
package dev.wavetank.properties.invariant.workload;

import org.jspecify.annotations.NullMarked;
