package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.PodTarget;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.liveness.Bound;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConvergenceBoundTest {

    private static final Fault EXIT = new ModelFault.ContainerExit(new PodTarget("default", "", 0), 1);
    private static final Fault CLOSED = new ModelFault.QuotaRejection("default");

    @Test
    void the_total_is_the_sum_of_its_terms() {
        Bound bound = ConvergenceBound.of(FaultPlan.NONE, Map.of(), 10, 0);

        long sum = bound.terms().stream().mapToLong(Bound.Term::nanos).sum();
        assertThat(bound.total()).isEqualTo(sum);
        assertThat(bound.toString()).startsWith(VirtualTime.span(sum) + " = request timeout 1m2s + ");
    }

    @Test
    void every_cause_is_named_once() {
        assertThat(ConvergenceBound.of(FaultPlan.NONE, Map.of(), 10, 0).terms())
                .extracting(Bound.Term::cause)
                .doesNotHaveDuplicates()
                .hasSize(11);
    }

    @Test
    void the_rate_limit_grows_with_the_pods() {
        assertThat(term(FaultPlan.NONE, 10, "client rate limit")).isEqualTo(3 * VirtualTime.SECOND);
        assertThat(term(FaultPlan.NONE, 100, "client rate limit")).isEqualTo(30 * VirtualTime.SECOND);
    }

    @Test
    void the_rate_limit_of_a_billion_replicas_is_the_longest_span() {
        assertThat(term(FaultPlan.NONE, 1_000_000_000, "client rate limit"))
                .isEqualTo(300_000_000 * VirtualTime.SECOND);
        assertThat(ConvergenceBound.of(
                                FaultPlan.NONE, Map.of("kube-controller-manager.kube-api-qps", "0.1"), 1_000_000_000, 0)
                        .terms())
                .contains(new Bound.Term("client rate limit", VirtualTime.SPAN_MAX));
    }

    @Test
    void flags_that_make_waits_longer_make_it_longer() {
        FaultPlan plan = plan(EXIT, 0, 1);
        long standard = ConvergenceBound.of(plan, Map.of(), 10, 0).total();

        assertThat(ConvergenceBound.of(
                                plan, Map.of("kube-controller-manager.leader-elect-lease-duration", "60s"), 10, 0)
                        .total())
                .isEqualTo(standard + 45 * VirtualTime.SECOND);
        assertThat(ConvergenceBound.of(plan, Map.of("kubelet.node-status-update-frequency", "1m"), 10, 0)
                        .total())
                .isEqualTo(standard + 100 * VirtualTime.SECOND);
        // Nine seconds for sixty requests; the rest for eighteen documents of discovery when a manager starts again.
        assertThat(ConvergenceBound.of(plan, Map.of("kube-controller-manager.kube-api-qps", "5"), 10, 0)
                        .total())
                .isEqualTo(standard + 11_700 * VirtualTime.MILLISECOND);
        assertThat(ConvergenceBound.of(plan, Map.of("kube-scheduler.leader-elect-lease-duration", "12s"), 10, 0)
                        .total())
                .isEqualTo(standard);
    }

    @Test
    void slow_settings_and_workloads_that_take_their_time_make_it_longer() {
        long standard = ConvergenceBound.of(FaultPlan.NONE, Map.of(), 10, 0).total();

        assertThat(ConvergenceBound.of(FaultPlan.NONE, Map.of(), 10, VirtualTime.MINUTE)
                        .total())
                .isEqualTo(standard + VirtualTime.MINUTE);
        assertThat(ConvergenceBound.of(FaultPlan.NONE, Map.of("etcd.commit-latency", "2s"), 10, 0)
                        .total())
                .isEqualTo(standard + ApiClient.REQUEST_TIMEOUT + (12 + 60) * 6 * VirtualTime.SECOND);
    }

    @Test
    void every_exit_doubles_the_back_off_up_to_five_minutes() {
        assertThat(term(FaultPlan.NONE, 1, "crash-loop back-off")).isEqualTo(10 * VirtualTime.SECOND);
        assertThat(term(plan(EXIT, 0, 2), 1, "crash-loop back-off")).isEqualTo(40 * VirtualTime.SECOND);
        assertThat(term(plan(EXIT, 0, 9), 1, "crash-loop back-off")).isEqualTo(5 * VirtualTime.MINUTE);
    }

    @Test
    void one_window_of_refusals_can_take_the_work_queue_to_its_greatest_back_off() {
        assertThat(term(FaultPlan.NONE, 1, "work queue back-off")).isEqualTo(VirtualTime.SECOND);
        assertThat(term(plan(EXIT, 0, 2), 1, "work queue back-off")).isEqualTo(VirtualTime.SECOND);
        assertThat(term(plan(CLOSED, 10 * VirtualTime.SECOND, 1), 1, "work queue back-off"))
                .isEqualTo(1000 * VirtualTime.SECOND);
    }

    private static FaultPlan plan(Fault fault, long duration, int times) {
        return new FaultPlan(Collections.nCopies(times, FaultClause.at(0, duration, fault)));
    }

    private static long term(FaultPlan plan, int pods, String cause) {
        return ConvergenceBound.of(plan, Map.of(), pods, 0).terms().stream()
                .filter(term -> term.cause().equals(cause))
                .findFirst()
                .orElseThrow()
                .nanos();
    }

    @Test
    void slow_nodes_make_it_longer_also_those_of_a_pool() {
        long standard = ConvergenceBound.of(FaultPlan.NONE, Map.of(), 10, 0).total();

        assertThat(ConvergenceBound.of(FaultPlan.NONE, Map.of("container-runtime.start-time", "1s to 2m"), 10, 0)
                        .total())
                .isEqualTo(standard + 11 * 2 * VirtualTime.MINUTE);
        assertThat(ConvergenceBound.of(FaultPlan.NONE, Map.of("old/registry.pull-time", "1m"), 10, 0)
                        .total())
                .isEqualTo(standard + 11 * 40 * VirtualTime.MINUTE);
        assertThat(ConvergenceBound.of(FaultPlan.NONE, Map.of("old/kubelet.kube-api-qps", "1"), 10, 0)
                        .total())
                .isGreaterThan(standard);
    }
}
