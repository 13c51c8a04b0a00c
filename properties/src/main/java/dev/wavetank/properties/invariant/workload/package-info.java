/**
 * The invariants of Kubernetes' own controllers: ownership, workloads, budgets, what is left at rest.
 *
 * <p>They judge by the store, and with respect to what a controller could see: where a controller acts on a cache
 * that may lag, the invariant excuses only effects of a lagging cache. Conditions at rest are judged when the run
 * concludes, after every controller had its time.
 */
package dev.wavetank.properties.invariant.workload;
