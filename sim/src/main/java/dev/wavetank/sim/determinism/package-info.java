/**
 * Diagnosis of nondeterminism: makes a run again and, when the two runs differ, names the first record that differs,
 * the records that led to it in both runs, and the probable kind of nondeterminism.
 *
 * <p>A {@link dev.wavetank.sim.determinism.ReproducibleRun} is a run that can be made again. A {@link
 * dev.wavetank.sim.determinism.Recorder} listens to one and returns a {@link dev.wavetank.sim.determinism.Recording};
 * {@link dev.wavetank.sim.determinism.DeterminismDiagnosis} compares two. Some kinds of nondeterminism show when the
 * same JVM runs twice (identity hashes, wall clock, static state), others only in another JVM (the order of {@code
 * Set.of}, default locale, charset and time zone), so both have to be tried.
 *
 * <p>Rules: pure, as all of the kernel; no clock, thread, process or file. Does not live here: starting fresh JVMs.
 */
@NullMarked
package dev.wavetank.sim.determinism;

import org.jspecify.annotations.NullMarked;
