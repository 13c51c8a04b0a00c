package dev.wavetank.junit;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.invariant.Invariant;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link StormTest} runs: a scenario, the parts of the cluster that are the user's, and the user's invariants
 * besides those of Kubernetes. Immutable: every method returns another storm.
 */
public final class Storm {

    private final StormCheck check;
    private final Subject subject;

    /**
     * What is tested.
     *
     * @param scenario what users do to which cluster; null before it is given
     * @param parts of the cluster, in the order of events that the test asks for
     * @param judges the invariants
     */
    record Subject(@Nullable Scenario scenario, ClusterParts parts, Judges judges) {

        /**
         * As an exploration.
         *
         * @throws IllegalStateException when there is no scenario
         */
        Exploration exploration(@Nullable FaultSampler sampler) {
            if (scenario == null) {
                throw new IllegalStateException("the storm has no scenario: begin with storm.scenario(...)");
            }
            return new Exploration(scenario, parts, sampler, 1, judges);
        }
    }

    Storm(StormCheck check, Subject subject) {
        this.check = check;
        this.subject = subject;
    }

    /**
     * The storm over a scenario.
     *
     * @param yaml a scenario as in a file
     * @throws dev.wavetank.model.yaml.ManifestException when it is none, naming line and field
     */
    public Storm scenario(String yaml) {
        return scenario(ScenarioCodec.read("scenario", yaml));
    }

    /** The storm over a scenario. */
    public Storm scenario(Scenario scenario) {
        return new Storm(check, new Subject(scenario, subject.parts(), subject.judges()));
    }

    /**
     * The storm over a cluster with another controller, in its {@code kube-controller-manager}.
     *
     * @param name unique among the controllers; one of Kubernetes' own replaces that
     * @param factory makes it, for every start of its process
     */
    public Storm controller(String name, Controller.Factory factory) {
        return parts(parts -> parts.withController(name, factory));
    }

    /** The storm over a cluster with other parts, such as a webhook or a plug-in of the scheduler. */
    public Storm parts(UnaryOperator<ClusterParts> change) {
        return new Storm(check, new Subject(subject.scenario(), change.apply(subject.parts()), subject.judges()));
    }

    /**
     * The storm with one more invariant.
     *
     * @param maker makes it, for every run
     */
    public Storm invariant(Supplier<Invariant> maker) {
        return new Storm(
                check,
                new Subject(
                        subject.scenario(), subject.parts(), subject.judges().with(maker)));
    }

    /** The storm in which behaviour breaks an invariant, too, that is an open issue of Kubernetes. */
    public Storm strict() {
        return new Storm(
                check,
                new Subject(
                        subject.scenario(), subject.parts(), subject.judges().withStrict(true)));
    }

    /**
     * Runs the seeds, or the saved failure that this invocation of the test is about.
     *
     * @return what happened, for further assertions
     * @throws AssertionError when an invariant broke, or when no run could be judged: the message says what led to it,
     *     how it is replayed, and has a test that fails in the same way
     */
    public StormResult check() {
        return check.run(subject);
    }
}
