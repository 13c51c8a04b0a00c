/**
 * Scenarios, orders of events and seeds for jqwik. Your first property:
 *
 * <pre>{@code
 * class MyControllerProperties {
 *
 *     @Property(tries = 100)
 *     @Domain(WavetankDomain.class)
 *     void my_controller_breaks_no_invariant(
 *             @ForAll Scenario scenario, @ForAll PartsSpec parts, @ForAll @Seed long seed) {
 *         ClusterParts cluster = parts.parts().withController("mine", MyController::new);
 *         RunResult run = ScenarioRun.of(scenario, seed, cluster);
 *         assertThat(run.violations()).isEmpty();
 *     }
 * }
 * }</pre>
 *
 * <p>Everything is drawn by what draws it for the seeds of an {@link dev.wavetank.properties.explore.Exploration},
 * and nothing is drawn twice in another way. What was drawn shrinks: fewer faults, fewer commands, smaller workloads,
 * events in order. The seed of the simulation does not, because a smaller seed is not a simpler run.
 *
 * <p>Rule: every generated scenario is valid, and only valid ones are generated; nothing is filtered.
 */
@NullMarked
package dev.wavetank.properties.arbitrary;

import org.jspecify.annotations.NullMarked;
