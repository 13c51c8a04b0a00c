/**
 * What tests are written with: {@link dev.wavetank.junit.StormTest} runs a test's scenario under faults that seeds
 * draw, first under those that broke it before; {@link dev.wavetank.junit.RunAssert} are assertions about one run for
 * AssertJ.
 *
 * <p>Nothing about clusters, faults or invariants is decided here: a storm is an {@link
 * dev.wavetank.properties.explore.Exploration}, and a failure is shrunk, saved and replayed as any other.
 */
@NullMarked
package dev.wavetank.junit;

import org.jspecify.annotations.NullMarked;
