/**
 * Generators of scenarios for jqwik: clusters, workloads, fault plans, whole scenarios and seeds.
 *
 * <p>What has a structure is drawn by jqwik and shrinks: fewer workloads, fewer faults, shorter windows. All else
 * is left to the seed of the simulation, which does not shrink, because a smaller seed is not a simpler run. Your
 * first property:
 *
 * <pre>{@code
 * class MyControllerProperties {
 *
 *     @Property(tries = 100)
 *     void my_controller_breaks_no_invariant(@ForAll("scenarios") Scenario scenario, @ForAll @Seed long seed) {
 *         ClusterParts parts = ClusterParts.DEFAULT.withController("mine", MyController::new);
 *         RunResult run = ScenarioRun.of(scenario, seed, parts);
 *         assertThat(run.violations()).isEmpty();
 *     }
 *
 *     @Provide
 *     Arbitrary<Scenario> scenarios() {
 *         return ScenarioArbitraries.scenarios();
 *     }
 * }
 * }</pre>
 *
 * <p>Rule: every generated scenario is valid, and only valid ones are generated; nothing is filtered.
 */
@NullMarked
package dev.wavetank.properties.arbitrary;

import org.jspecify.annotations.NullMarked;
