/**
 * Whether a run is the same every time and everywhere: repeated in this JVM, and in a fresh one in which everything
 * differs that may leak into a run.
 *
 * <p>For a system of your own, write a main class that makes the run, and a test that checks it:
 *
 * <pre>{@code
 * public final class MySystem {
 *     public static void main(String[] arguments) {
 *         FreshRun.answer(ReproducibleRun.of(MySystem::run));
 *     }
 *
 *     static void run(Trace trace) {
 *         Simulation simulation = new Simulation(7, OrderPolicy.FIFO, trace);
 *         ...
 *     }
 * }
 *
 * @Test
 * void is_deterministic() {
 *     Diagnosis diagnosis = DeterminismCheck.of(Subject.of(MySystem::run))
 *             .inFreshJvm(FreshJvm.of(MySystem.class))
 *             .diagnose();
 *     assertThat(diagnosis.isClean()).as(diagnosis.toString()).isTrue();
 * }
 * }</pre>
 *
 * <p>{@link dev.wavetank.sim.determinism.DeterminismDiagnosis} compares; processes and files live here.
 */
package dev.wavetank.properties.determinism;
