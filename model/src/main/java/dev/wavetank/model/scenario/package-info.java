/**
 * Scenarios as data: a cluster, a timeline of kubectl commands, a fault plan and a horizon. A scenario and a seed
 * decide a run.
 *
 * <p>Here are also the kinds of faults that only Kubernetes knows, and the sampler that draws a plan from a seed.
 * The files that people write are read by {@link dev.wavetank.model.scenario.ScenarioCodec}; nothing here knows
 * how faults are applied.
 */
@NullMarked
package dev.wavetank.model.scenario;

import org.jspecify.annotations.NullMarked;
