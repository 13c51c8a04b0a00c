package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.READY;
import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import org.junit.jupiter.api.Test;

/** Every way to break a budget, and what is no way to do so. */
class BudgetKeptTest {

    private static final String BUDGET = "poddisruptionbudget/default/web: ";

    private static String web(int number, String metadata, String status) {
        return pod("{name: web-" + number + ", namespace: default, labels: {app: web}" + metadata + "}", "{}", status);
    }

    private static String ready(int number) {
        return web(number, "", READY);
    }

    private static String going(int number) {
        return web(number, ", deletionTimestamp: 2026-01-01T00:00:00Z", READY);
    }

    private static String unready(int number) {
        return web(number, "", "{phase: Running, conditions: [{type: Ready, status: 'False'}]}");
    }

    /** A budget that asks for three healthy pods, and was written for the second time. */
    private static String budget(int healthy, int allowed, String disrupted) {
        return budget(healthy, allowed, 2, disrupted);
    }

    private static String budget(int healthy, int allowed, int observed, String disrupted) {
        return "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: default,"
                + " generation: 2}, spec: {selector: {matchLabels: {app: web}}}, status: {currentHealthy: " + healthy
                + ", desiredHealthy: 3, disruptionsAllowed: " + allowed + ", observedGeneration: " + observed
                + ", disruptedPods: {" + disrupted.replace("now", "'2026-01-01T00:00:00Z'") + "}}}";
    }

    /** Five healthy pods, of which two may go. */
    private static Story five() {
        return new Story(BudgetKept::new)
                .stored(ready(1), ready(2), ready(3), ready(4), ready(5))
                .stored(budget(5, 2, ""))
                .at(60);
    }

    private static Story evicted(Story story, int number, long received) {
        String name = "web-" + number;
        String eviction = "{apiVersion: policy/v1, kind: Eviction, metadata: {name: " + name + ", namespace: default}}";
        return story.doneBy(
                "kubectl-drain",
                new ApiRequest.Create(Resources.PODS, "default", name, "eviction", Story.read(eviction)),
                received);
    }

    private static Story fault(Story story, Fault fault) {
        return story.told("hand", new FaultTrace.Opened(fault)).told("hand", new FaultTrace.Closed(fault));
    }

    @Test
    void a_budget_lets_as_many_go_as_leave_enough() {
        Story story = five().stored(budget(5, 1, "web-1: now"), budget(5, 0, "web-1: now, web-2: now"));
        assertThat(story.broken()).isEmpty();

        assertThat(story.stored(budget(5, -1, "web-1: now, web-2: now, web-3: now"))
                        .broken())
                .containsExactly(
                        BUDGET + "let a pod go and has 2 healthy ones left, expected at least 3",
                        BUDGET + "allowed 0 disruptions, let 1 pods go and allows -1",
                        BUDGET + "let a pod go when 2 others were healthy, or could pass for it, expected at least 3");
    }

    @Test
    void one_allowance_is_granted_once_also_in_a_storm() {
        Story story = fault(five(), new ComponentFault.Crash("kube-apiserver"));

        assertThat(story.stored(budget(5, 2, "web-1: now")).broken())
                .containsExactly(BUDGET + "allowed 2 disruptions, let 1 pods go and allows 2");
    }

    @Test
    void a_budget_that_was_counted_again_lets_more_go() {
        Story story = five().stored(budget(5, 1, "web-1: now"), going(1), ready(6), budget(5, 2, ""));

        assertThat(story.stored(budget(5, 1, "web-2: now")).broken()).isEmpty();
    }

    @Test
    void a_budget_that_was_not_counted_for_its_latest_spec_lets_nobody_go() {
        Story story = five().stored(budget(5, 2, 1, ""), budget(5, 1, 1, "web-1: now"));

        assertThat(story.broken())
                .containsExactly(BUDGET + "let a pod go by what was counted for its generation 1, expected 2");
    }

    /** The budget says that five are healthy; for how long it may say so depends on how old a cache may be. */
    @Test
    void a_controller_that_does_not_look_lets_too_many_go() {
        Story late = five().stored(unready(4), unready(5)).at(66).stored(budget(5, 1, "web-1: now"));
        Story soon = five().stored(unready(4), unready(5)).at(64).stored(budget(5, 1, "web-1: now"));
        Story storm = fault(five(), new ComponentFault.Crash("kube-controller-manager"))
                .stored(unready(4), unready(5));

        assertThat(late.broken())
                .containsExactly(
                        BUDGET + "let a pod go when 2 others were healthy, or could pass for it, expected at least 3");
        assertThat(soon.broken()).isEmpty();
        assertThat(storm.at(66).stored(budget(5, 1, "web-1: now")).broken()).isEmpty();
        assertThat(storm.at(302)
                        .stored(budget(5, 2, ""), budget(5, 1, "web-2: now"))
                        .broken())
                .hasSize(1);
    }

    @Test
    void the_controller_remembers_for_two_minutes_which_pods_are_to_go() {
        Story story = five().stored(budget(5, 1, "web-1: now"), budget(5, 0, "web-1: now, web-2: now"));
        Story skewed = fault(
                        five(),
                        new ComponentFault.SkewedClock("kube-controller-manager", new ClockSkew(VirtualTime.HOUR, 0)))
                .stored(budget(5, 1, "web-1: now"), budget(5, 0, "web-1: now, web-2: now"));

        assertThat(story.at(70)
                        .stored(budget(5, 2, ""), budget(5, 1, "web-3: now"))
                        .broken())
                .hasSize(1);
        assertThat(skewed.at(70)
                        .stored(budget(5, 2, ""), budget(5, 1, "web-3: now"))
                        .broken())
                .isEmpty();
    }

    @Test
    void an_eviction_is_charged() {
        Story free = evicted(five().at(61).stored(going(1)), 1, 60);
        Story charged = evicted(five().stored(budget(5, 1, "web-1: now")).at(61).stored(going(1)), 1, 60);

        assertThat(free.broken())
                .containsExactly(
                        "pod/default/web-1: was evicted without being charged to" + " poddisruptionbudget/default/web");
        assertThat(charged.broken()).isEmpty();
    }

    @Test
    void a_pod_that_somebody_else_deleted_or_that_was_not_ready_is_not_charged() {
        Story other = evicted(five().at(61).stored(going(1), ready(6)), 1, 60);
        Story unready = evicted(five().stored(unready(1)).at(62).stored(going(1)), 1, 61);
        Story changed = evicted(five().at(62).stored(ready(1)).stored(going(1)), 1, 61);

        assertThat(other.broken()).isEmpty();
        assertThat(unready.broken()).isEmpty();
        assertThat(changed.broken()).isEmpty();
    }

    @Test
    void a_pod_that_was_not_ready_is_charged_too_while_too_few_others_are_healthy() {
        String few = budget(2, 0, "");
        String always = few.replace("selector:", "unhealthyPodEvictionPolicy: AlwaysAllow, selector:");
        Story free = evicted(five().stored(unready(1), few).at(62).stored(going(1)), 1, 61);
        Story permitted = evicted(five().stored(unready(1), always).at(62).stored(going(1)), 1, 61);

        assertThat(free.broken())
                .containsExactly(
                        "pod/default/web-1: was evicted without being charged to poddisruptionbudget/default/web");
        assertThat(permitted.broken()).isEmpty();
    }
}
