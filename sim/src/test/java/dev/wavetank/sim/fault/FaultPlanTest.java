package dev.wavetank.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.network.rule.LinkSelector;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

    private static final Fault CRASH = new ComponentFault.Crash("server");
    private static final Anchor FIRST = new Anchor("a", "create", "*", 1);

    @Test
    void a_plan_knows_by_when_it_has_healed_and_can_be_shrunk() {
        FaultClause early = FaultClause.at(5, 100, CRASH);
        FaultClause late = FaultClause.at(50, 10, CRASH);
        FaultPlan plan = FaultPlan.of(early, late);

        assertThat(plan.healedBy()).isEqualTo(105);
        assertThat(plan.without(0)).isEqualTo(FaultPlan.of(late));
        assertThat(plan.without(0).healedBy()).isEqualTo(60);
        assertThat(FaultPlan.NONE.healedBy()).isZero();
    }

    @Test
    void a_fault_that_waits_has_healed_when_it_would_have_if_it_had_waited_to_the_last() {
        FaultClause clause = new FaultClause(new Trigger.After(FIRST, 7, 1000), 30, CRASH);

        assertThat(clause.healedBy()).isEqualTo(1037);
    }

    @Test
    void faults_tell_what_they_hit() {
        LinkSelector link = new LinkSelector("client", "server");

        assertThat(new LinkFault.Delay(link, 1_500_000).target()).isEqualTo("client <-> server +1ms500us");
        assertThat(new LinkFault.Partition(link).target()).isEqualTo("client <-> server");
    }

    @Test
    void refuses_what_never_closes() {
        assertThatThrownBy(() -> FaultClause.at(1, Long.MAX_VALUE - 1, CRASH))
                .hasMessage("a fault must close before the end of virtual time, so that the run can recover:"
                        + " make it shorter");
        assertThatThrownBy(() -> new FaultClause(new Trigger.After(FIRST, 1, Long.MAX_VALUE - 2), 2, CRASH))
                .hasMessageStartingWith("a fault must close before the end of virtual time");
        assertThatThrownBy(() -> new Trigger.After(FIRST, 2, Long.MAX_VALUE - 1))
                .hasMessage("a fault must open before the end of virtual time");
    }

    @Test
    void refuses_times_and_numbers_that_make_no_sense() {
        assertThatThrownBy(() -> FaultClause.at(-1, 1, CRASH))
                .hasMessage("a fault cannot open before the run, was -1ns");
        assertThatThrownBy(() -> FaultClause.at(1, -1, CRASH))
                .hasMessage("a fault must not last shorter than no time, was -1ns");
        assertThatThrownBy(() -> new Trigger.After(FIRST, -1, 10))
                .hasMessage("a fault cannot open before what it waits for, was -1ns");
        assertThatThrownBy(() -> new Trigger.After(FIRST, 0, 0))
                .hasMessage("what is to happen before 0s can never happen");
        assertThatThrownBy(() -> new Anchor("*", "*", "*", 0)).hasMessage("nth counts from 1, was 0");
    }
}
