/**
 * Scenarios as data: a cluster, a timeline of kubectl commands, a fault plan and a horizon. A scenario and a seed
 * decide a run.
 *
 * <p>Also here: the kinds of faults that are specific to Kubernetes, and the sampler that draws a plan from a seed.
 * {@link dev.wavetank.model.scenario.ScenarioCodec} reads the files that users write. Does not live here: applying
 * faults.
 */
@NullMarked
package dev.wavetank.model.scenario;

import org.jspecify.annotations.NullMarked;
