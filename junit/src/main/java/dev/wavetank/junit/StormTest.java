package dev.wavetank.junit;

import dev.wavetank.model.scenario.FaultSampler;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs a scenario with many seeds, each of which draws its own faults, and fails when an invariant breaks.
 * The method takes a {@link Storm}, gives it the scenario and what else is the user's, and {@linkplain Storm#check()
 * checks} it:
 *
 * <pre>{@code
 * @StormTest(seeds = 200)
 * void a_growing_deployment(Storm storm) {
 *     storm.scenario("""
 *             timeline:
 *             - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}
 *             - {at: 20s, kubectl: scale deployment/web --replicas=8}
 *             """).check();
 * }
 * }</pre>
 *
 * <p>Failures that were saved in {@code <corpus>/<class>/<method>} are replayed first, each as an invocation of its
 * own; then come the seeds. A new failure is shrunk and saved in {@code <failures>/<class>/<method>}: copied into the
 * corpus, it is tried before all seeds from then on.
 *
 * <p>The configuration parameters {@value StormExtension#SEEDS} and {@value StormExtension#FIRST_SEED} of JUnit, which
 * are system properties too, replace the seeds of all such tests, for a longer search at night.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(StormExtension.class)
public @interface StormTest {

    /** How many seeds are run, at least 1. */
    long seeds() default 100;

    /** The first of them; the others are counted up. */
    long firstSeed() default 1;

    /** How many faults are drawn, and how long they last; {@code NONE} leaves the scenario those that it has. */
    FaultSampler.Intensity faults() default FaultSampler.Intensity.HEAVY;

    /** The kinds of faults that are drawn, as {@code wavetank faults} lists them; all that are drawn by default. */
    String[] faultKinds() default {};

    /** User agents at whose requests half of the faults of single requests aim. */
    String[] aimingAt() default {};

    /** How simultaneous events are ordered, as {@code --order} has it; by default each seed picks an order. */
    String order() default "portfolio";

    /**
     * After which real time no further seed is begun, such as {@code 30s}; by default all are run. The report entry
     * {@code storm} says how many were.
     */
    String budget() default "";

    /** Where saved failures are that are replayed first; a directory that does not exist has none. */
    String corpus() default "src/test/wavetank";

    /** Where new failures are saved. */
    String failures() default "target/wavetank-failures";
}
