/**
 * The determinism doctor: runs a simulation again, and when the two runs differ, names the first record that does,
 * with what led to it in both runs and what kind of leak it looks like.
 *
 * <p>A {@link dev.wavetank.sim.doctor.Subject} is a run that can be made again. A
 * {@link dev.wavetank.sim.doctor.Recorder} listens to one and leaves a {@link dev.wavetank.sim.doctor.Recording};
 * {@link dev.wavetank.sim.doctor.Doctor} compares two. Leaks come in two kinds: those that show when the same JVM
 * runs twice (identity hashes, wall clock, static state) and those that show only in another JVM (the order of
 * {@code Set.of}, default locale, charset and time zone), so both have to be tried.
 *
 * <p>Rules: pure, as all of the kernel; no clock, thread, process or file. Does not live here: starting fresh JVMs.
 */
package dev.wavetank.sim.doctor;
