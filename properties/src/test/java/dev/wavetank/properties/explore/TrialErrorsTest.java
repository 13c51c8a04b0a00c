package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A defect that shows in a search for a smaller failure is not taken for a run that holds. */
class TrialErrorsTest {

    /** Copes with no run without the namespace. */
    private static final class NeedsTeam implements Invariant {

        private boolean hasTeam;

        @Override
        public String name() {
            return "NeedsTeam";
        }

        @Override
        public String statement() {
            return "There are no pods.";
        }

        @Override
        public List<Class<? extends TraceRecord>> records() {
            return List.of(StoreTrace.class);
        }

        @Override
        public void observe(TraceEntry entry, Outcomes outcomes) {
            if (((StoreTrace) entry.record()).object() instanceof Namespace namespace) {
                hasTeam |= namespace.key().name().equals("team");
            }
            if (((StoreTrace) entry.record()).object() instanceof Pod) {
                if (!hasTeam) {
                    throw new IllegalStateException("no team");
                }
                outcomes.broken(this, "pod/p", "there is a pod");
            }
        }
    }

    @Test
    void a_trial_that_ends_in_an_exception_does_not_fail_but_is_reported() {
        Scenario scenario = ScenarioCodec.read("team", """
                timeline:
                - {at: 0s, kubectl: create namespace team}
                - {at: 1s, kubectl: create deployment web --image=nginx}
                - {at: 2s, kubectl: create configmap other}
                """);
        Judges judges = Judges.DEFAULT.with(NeedsTeam::new);
        RunResult failure = ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT, judges, List.of());
        AtomicInteger made = new AtomicInteger();
        Judges breaking = Judges.DEFAULT.with(() -> {
            if (made.incrementAndGet() == 2) {
                throw new UnsupportedOperationException("the second is none");
            }
            return new NeedsTeam();
        });

        Shrunk shrunk = Shrinker.shrink(failure, ClusterParts.DEFAULT, judges);
        Shrunk jobs = Shrinker.shrink(failure, ClusterParts.DEFAULT, judges, Shrinker.LIMITS, 2);
        Shrunk broken = Shrinker.shrink(failure, ClusterParts.DEFAULT, breaking);

        assertThat(shrunk.smallest().scenario().timeline()).hasSize(2);
        assertThat(shrunk.summary())
                .containsPattern(", \\d+ runs, [1-9]\\d* of them with an exception, first: the event that fired"
                        + " threw java.lang.IllegalStateException: no team, at dev.wavetank");
        assertThat(jobs.effort()).isEqualTo(shrunk.effort());
        assertThat(broken.effort().errors().first())
                .startsWith("java.lang.UnsupportedOperationException: the second is none, at ");
    }
}
