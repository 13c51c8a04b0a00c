package dev.wavetank.properties.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.random.RandomStream;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a changed plan has in common with the one that it derives from. */
class PlanMutationsTest {

    private static final FaultClause CRASH =
            FaultClause.at(2 * VirtualTime.SECOND, VirtualTime.SECOND, new ComponentFault.Crash("kube-scheduler"));
    private static final FaultClause PAUSE = new FaultClause(
            new Trigger.After(new Anchor("replicaset-controller", "create", "pods/*", 3), 0, VirtualTime.MINUTE),
            VirtualTime.SECOND,
            new ComponentFault.Pause("etcd"));
    private static final FaultClause LOSS = FaultClause.at(
            0,
            VirtualTime.MINUTE,
            new RequestFault(new CallRule(
                    new CallSelector("replicaset-controller", "kube-apiserver", "create", "pods/*"),
                    CallRule.Outcome.ANSWER_LOST,
                    2,
                    1)));

    /** What a change makes of a plan with a hundred seeds. */
    private static Set<FaultPlan> all(Function<RandomStream, FaultPlan> change) {
        Set<FaultPlan> plans = new HashSet<>();
        LongStream.range(0, 100).forEach(seed -> plans.add(change.apply(RandomStream.of(seed, "test"))));
        return plans;
    }

    @Test
    void a_spliced_plan_has_faults_of_both_and_no_others() {
        Set<FaultPlan> plans =
                all(random -> PlanMutations.splice(FaultPlan.of(CRASH, PAUSE), FaultPlan.of(LOSS), random));

        assertThat(plans)
                .contains(FaultPlan.of(CRASH, LOSS), FaultPlan.of(PAUSE, LOSS), FaultPlan.of(LOSS))
                .allSatisfy(plan -> assertThat(plan.clauses()).isSubsetOf(CRASH, PAUSE, LOSS));
    }

    @Test
    void a_trigger_moves_to_the_write_after_or_before() {
        assertThat(all(random -> PlanMutations.moveToNextWrite(FaultPlan.of(PAUSE), random)))
                .extracting(plan -> ((Trigger.After) plan.clauses().get(0).trigger())
                        .anchor()
                        .nth())
                .containsExactlyInAnyOrder(2, 4);
        assertThat(all(random -> PlanMutations.moveToNextWrite(FaultPlan.of(LOSS), random)))
                .extracting(plan ->
                        ((RequestFault) plan.clauses().get(0).fault()).rule().first())
                .containsExactlyInAnyOrder(1, 3);
        assertThat(all(random -> PlanMutations.moveToNextWrite(FaultPlan.of(CRASH), random)))
                .as("an instant is no write")
                .containsExactly(FaultPlan.of(CRASH));
    }

    @Test
    void a_shifted_fault_is_the_same_at_another_time_or_for_another_time() {
        assertThat(all(random -> PlanMutations.shift(FaultPlan.of(CRASH, LOSS), random)))
                .hasSizeGreaterThan(50)
                .allSatisfy(plan -> {
                    assertThat(plan.clauses())
                            .extracting(FaultClause::fault)
                            .containsExactly(CRASH.fault(), LOSS.fault());
                    assertThat(plan.clauses().get(1).duration())
                            .as("a fault that counts requests ends with the last of them")
                            .isEqualTo(LOSS.duration());
                });
    }

    @Test
    void a_repeated_fault_comes_at_the_next_write_or_later() {
        assertThat(all(random -> PlanMutations.repeat(FaultPlan.of(PAUSE), random)))
                .singleElement()
                .satisfies(plan -> assertThat(
                                ((Trigger.After) plan.clauses().get(1).trigger())
                                        .anchor()
                                        .nth())
                        .isEqualTo(4));
        assertThat(all(random -> PlanMutations.repeat(FaultPlan.of(CRASH), random)))
                .allSatisfy(plan -> {
                    assertThat(plan.clauses()).hasSize(2).startsWith(CRASH);
                    assertThat(plan.clauses().get(1).fault()).isEqualTo(CRASH.fault());
                    assertThat(((Trigger.At) plan.clauses().get(1).trigger()).time())
                            .isGreaterThan(2 * VirtualTime.SECOND);
                });
    }

    @Test
    void a_plan_does_not_grow_for_ever_and_keeps_its_last_fault() {
        FaultPlan many = new FaultPlan(Collections.nCopies(16, CRASH));
        RandomStream random = RandomStream.of(1, "test");

        assertThat(PlanMutations.insert(many, FaultPlan.of(PAUSE), random).size())
                .isEqualTo(16);
        assertThat(PlanMutations.leaveOut(FaultPlan.of(CRASH), random)).isEqualTo(FaultPlan.of(CRASH));
        assertThat(PlanMutations.leaveOut(FaultPlan.of(CRASH, PAUSE), random).size())
                .isEqualTo(1);
    }

    @Test
    void nothing_is_made_of_nothing() {
        for (Function<RandomStream, FaultPlan> change : List.<Function<RandomStream, FaultPlan>>of(
                random -> PlanMutations.splice(FaultPlan.NONE, FaultPlan.NONE, random),
                random -> PlanMutations.insert(FaultPlan.NONE, FaultPlan.NONE, random),
                random -> PlanMutations.leaveOut(FaultPlan.NONE, random),
                random -> PlanMutations.moveToNextWrite(FaultPlan.NONE, random),
                random -> PlanMutations.shift(FaultPlan.NONE, random),
                random -> PlanMutations.repeat(FaultPlan.NONE, random))) {
            assertThat(all(change)).containsExactly(FaultPlan.NONE);
        }
    }
}
