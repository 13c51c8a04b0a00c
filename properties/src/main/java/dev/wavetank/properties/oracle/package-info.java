/**
 * Oracles that need no specification of a controller: the cluster reaches the same end state, wherever the controller
 * is killed ({@link dev.wavetank.properties.oracle.CrashPoints}), after a cold restart, in any order of simultaneous
 * events, and after any faults that heal ({@link dev.wavetank.properties.oracle.MetamorphicOracles}).
 *
 * <p>For a controller of your own, add it to the parts, and write a scenario in which it does its work:
 *
 * <pre>{@code
 * ClusterParts parts = ClusterParts.DEFAULT.withController("pair", PairController::new);
 * List<CrashPoint> gaps = CrashPoints.of(scenario, 1, parts).crashAll("pair-controller"); // its user agent
 * assertThat(gaps).isNotEmpty().allMatch(CrashPoint::isClosed);
 * assertThat(MetamorphicOracles.of(scenario, 1, parts).coldRestart()).isEmpty();
 * }</pre>
 *
 * <p>A difference is a place where the controller relies on what it remembers, or a choice that is really free: then
 * the scenario should not leave it open. What every cluster leaves open is listed at {@link
 * dev.wavetank.properties.oracle.EndState}. Nothing here depends on the task of a controller; the invariants of the
 * single kinds are in {@code properties.invariant}.
 */
@NullMarked
package dev.wavetank.properties.oracle;

import org.jspecify.annotations.NullMarked;
