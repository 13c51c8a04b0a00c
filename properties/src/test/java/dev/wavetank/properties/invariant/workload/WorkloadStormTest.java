package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.liveness.Outcome;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All invariants hold while every kind of workload comes, changes and goes, in calm and in storms of all faults. */
class WorkloadStormTest {

    private static final List<RunResult> STORMS = new ArrayList<>();

    static Stream<Claims.Claim> claims() {
        return Stream.of(
                        Claims.all(),
                        ContractClaims.all(),
                        TransitionClaims.all(),
                        WorkloadClaims.all(),
                        ObjectClaims.all(),
                        ClientClaims.all(),
                        ReportClaims.all(),
                        SurroundingClaims.all(),
                        MakingClaims.all(),
                        StatusClaims.all(),
                        PromptClaims.all(),
                        SurroundingClaims.ofJobsAndClusters())
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("claims")
    void a_story_that_breaks_a_claim_is_found_out(Claims.Claim claim) {
        assertThat(claim.story().broken()).as(claim.words()).isNotEmpty();
    }

    @Test
    void every_invariant_has_a_claim_or_a_bug_that_breaks_it() {
        Stream<String> broken = KnownBugs.all().stream().map(KnownBug::invariant);
        assertThat(Stream.concat(claims().map(claim -> claim.invariant().name()), broken)
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(ScenarioRun.invariants());
    }

    @AfterAll
    static void print_the_table() {
        print("claim", "invariant", "held in storms", "broken by");
        for (Claims.Claim claim : claims().toList()) {
            String invariant = claim.invariant().name();
            long held = STORMS.stream().filter(run -> holds(invariant, run)).count();
            String bugs = KnownBugs.all().stream()
                    .filter(bug -> bug.invariant().equals(invariant))
                    .map(bug -> "the bug " + bug.name() + "; ")
                    .collect(Collectors.joining());
            print(
                    claim.words(),
                    invariant,
                    held + " of " + STORMS.size(),
                    bugs + claim.story().broken().get(0));
        }
    }

    private static void print(String... columns) {
        System.out.print(String.format(Locale.ROOT, "%-36s %-23s %-14s %s\n", (Object[]) columns));
    }

    private static boolean holds(String invariant, RunResult run) {
        return run.violations().stream()
                        .noneMatch(violation -> violation.invariant().equals(invariant))
                && run.unknowns().stream().noneMatch(unknown -> unknown.startsWith(invariant + ":"));
    }

    @Test
    void all_invariants_hold_in_calm() {
        RunResult run = AllKinds.calm(1);

        assertThat(run.violations()).isEmpty();
        assertThat(run.outcome()).isEqualTo(Outcome.HELD);
        assertThat(run.commands())
                .allSatisfy(command ->
                        assertThat(command.exitCode()).as(command.stderr()).isZero());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void all_invariants_hold_in_storms(long seed) {
        RunResult run = AllKinds.stormy(seed);
        STORMS.add(run);

        assertThat(run.violations()).isEmpty();
        assertThat(run.outcome()).isEqualTo(Outcome.HELD);
    }

    /** Heartbeats, leases and Events are no changes; resyncs and full counts of quotas must not lead to any. */
    @Test
    void a_cluster_at_rest_writes_nothing_for_an_hour() {
        Scenario scenario = AllKinds.scenario();
        List<Command> timeline = scenario.timeline().stream()
                .filter(command -> !command.arguments().contains("job"))
                .toList();
        Scenario lasting = new Scenario(
                "at-rest", scenario.cluster(), timeline, scenario.files(), scenario.faults(), 2 * VirtualTime.HOUR);
        Cluster cluster = Cluster.of(lasting, 1, AllKinds.parts());
        List<String> writes = new ArrayList<>();
        cluster.run(RunLimits.until(10 * VirtualTime.MINUTE));
        cluster.simulation().trace().addSink(entry -> take(entry, writes));
        cluster.run(RunLimits.until(70 * VirtualTime.MINUTE));

        assertThat(writes).isEmpty();
    }

    private static void take(TraceEntry entry, List<String> writes) {
        if (entry.record() instanceof RequestTrace request
                && request.isWrite()
                && !List.of("leases", "nodes/status").contains(request.resource())) {
            writes.add(request.call().userAgent() + " " + request.verb() + " " + request.subject());
        }
    }
}
