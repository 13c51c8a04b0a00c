package dev.wavetank.sim.fault.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.LinkSelector.Direction;
import dev.wavetank.sim.network.rule.Operation;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.Ratio;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What each kind of fault does to a client that calls a server, and to one that listens to it. */
class KernelFaultTest {

    private static final Address<Create, String> CALLS = new Address<>("server", "calls");
    private static final Address<String, String> TICKS = new Address<>("server", "ticks");
    private static final LinkSelector LINK = new LinkSelector("client", "server");
    private static final LinkSelector FORTH = new LinkSelector("client", "server", Direction.FORWARD);
    private static final LinkSelector BACK = new LinkSelector("server", "client", Direction.FORWARD);
    private static final CallSelector CREATES = new CallSelector("controller", "server", "create", "pods/*");
    private static final CallSelector STREAMS = new CallSelector("client", "server", "*", "*");
    private static final Ratio ALWAYS = new Ratio(1, 1);

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private final Network network =
            new Network(simulation, new NetworkSettings(new Distribution.Constant(1), 100, 100, 20));
    private final MemorySink sink = new MemorySink();
    private final List<String> story = new ArrayList<>();

    /** A request that says what it is. */
    private record Create(String subject) implements Operation {
        @Override
        public String actor() {
            return "controller";
        }

        @Override
        public String verb() {
            return "create";
        }
    }

    @Test
    void without_faults_every_call_is_answered() {
        assertThat(calls())
                .containsExactly(
                        "101 served 1", "102 answered", "201 served 2", "202 answered", "301 served 3", "302 answered");
    }

    @Test
    void without_faults_every_message_of_a_stream_arrives() {
        assertThat(ticks()).containsExactly("10 ticks", "20 ticks", "30 ticks", "40 ticks", "50 ticks");
    }

    @Test
    void a_paused_component_does_late_what_was_due_meanwhile() {
        assertThat(calls(FaultClause.at(150, 80, new ComponentFault.Pause("server"))))
                .containsExactly(
                        "101 served 1", "102 answered", "230 served 2", "231 answered", "301 served 3", "302 answered");
    }

    @Test
    void pauses_that_overlap_end_with_the_last() {
        assertThat(calls(
                        FaultClause.at(150, 60, new ComponentFault.Pause("server")),
                        FaultClause.at(160, 70, new ComponentFault.Pause("serv*"))))
                .contains("230 served 2");
    }

    @Test
    void slow_events_hold_up_those_behind_them() {
        components.add("worker", context -> () -> {
            for (int i = 1; i <= 3; i++) {
                context.after(100, () -> story.add(simulation.now() + " worked"));
            }
        });

        assertThat(run(
                        FaultClause.at(50, 500, new ComponentFault.SlowCpu("worker", 7)),
                        FaultClause.at(60, 500, new ComponentFault.SlowCpu("worker", 3))))
                .containsExactly("100 worked", "110 worked", "120 worked");
    }

    @Test
    void a_skewed_clock_shows_another_time_and_comes_right_again() {
        components.add("clock", context -> () -> {
            for (long time : new long[] {50, 150, 250}) {
                context.after(
                        time,
                        () -> story.add(simulation.now() + " shows "
                                + Duration.between(VirtualTime.EPOCH, context.clock())
                                        .toNanos()));
            }
        });
        Fault ahead = new ComponentFault.SkewedClock("clock", new ClockSkew(1000, 100_000));
        Fault behind = new ComponentFault.SkewedClock("clock", new ClockSkew(-30, 0));

        assertThat(run(FaultClause.at(100, 100, ahead), FaultClause.at(100, 100, behind)))
                .containsExactly("50 shows 50", "150 shows 1125", "250 shows 250");
        assertThat(ahead.canDeceive("clock", "server")).isFalse();
    }

    @Test
    void lost_messages_leave_the_caller_in_doubt() {
        assertThat(calls(FaultClause.at(150, 100, new LinkFault.Loss(FORTH, ALWAYS))))
                .contains("260 TIMED_OUT")
                .doesNotContain("201 served 2");
        assertThat(new LinkFault.Loss(FORTH, new Ratio(1, 8)).target()).isEqualTo("client -> server 1/8");
    }

    @Test
    void a_partition_of_one_direction_lets_the_other_through() {
        assertThat(calls(FaultClause.at(150, 100, new LinkFault.Partition(BACK))))
                .contains("201 served 2", "260 TIMED_OUT");
    }

    @Test
    void duplicated_requests_are_served_twice_and_answered_once() {
        assertThat(calls(FaultClause.at(150, 100, new LinkFault.Duplication(LINK, ALWAYS))).stream()
                        .filter(told -> told.contains("2"))
                        .filter(told -> told.contains("served 2") || told.contains("202 answered")))
                .hasSize(3);
    }

    @Test
    void reordered_messages_are_late_by_no_more_than_the_spread() {
        List<String> told = calls(FaultClause.at(50, 300, new LinkFault.Reordering(LINK, 20)));

        assertThat(told)
                .filteredOn(line -> line.endsWith("answered"))
                .hasSize(3)
                .allSatisfy(line -> {
                    long late = Long.parseLong(line.split(" ")[0]) % 100;
                    assertThat(late).isBetween(2L, 42L);
                })
                // Undisturbed, each would come after 2 ns.
                .anySatisfy(line ->
                        assertThat(Long.parseLong(line.split(" ")[0]) % 100).isGreaterThan(2));
    }

    @Test
    void a_reset_hits_nothing_when_nothing_is_under_way() {
        assertThat(calls(FaultClause.at(250, 0, new LinkFault.Reset(LINK)))).contains("202 answered", "302 answered");
        assertThat(missed()).containsExactly("connectionReset hit nothing");
    }

    @Test
    void a_reset_breaks_what_is_under_way() {
        List<String> told = calls(
                FaultClause.at(150, 100, new LinkFault.Delay(LINK, 10)),
                FaultClause.at(205, 0, new LinkFault.Reset(LINK)));

        assertThat(told).contains("205 RESET").doesNotContain("211 served 2");
        assertThat(missed()).isEmpty();
    }

    @Test
    void a_half_open_connection_is_silent_until_the_keep_alive_notices() {
        assertThat(ticks(FaultClause.at(25, 0, new LinkFault.HalfOpen(LINK))))
                .startsWith("10 ticks", "20 ticks")
                .doesNotContain("30 ticks")
                .last()
                .asString()
                .endsWith("TIMED_OUT");
    }

    @Test
    void the_second_create_meets_its_fate() {
        assertThat(fate(CallRule.Outcome.REFUSED)).contains("202 REFUSED").doesNotContain("201 served 2");
    }

    @Test
    void a_throttled_request_is_not_carried_out() {
        assertThat(fate(CallRule.Outcome.THROTTLED)).contains("202 THROTTLED").doesNotContain("201 served 2");
    }

    @Test
    void a_request_that_times_out_is_not_carried_out() {
        assertThat(fate(CallRule.Outcome.TIMED_OUT)).contains("260 TIMED_OUT").doesNotContain("201 served 2");
    }

    @Test
    void a_request_whose_answer_is_lost_is_carried_out() {
        assertThat(fate(CallRule.Outcome.ANSWER_LOST)).contains("201 served 2", "260 TIMED_OUT");
    }

    @Test
    void a_rule_that_counts_further_than_there_are_requests_hits_nothing() {
        calls(FaultClause.at(0, 1000, new RequestFault(new CallRule(CREATES, CallRule.Outcome.REFUSED, 4, 1))));

        assertThat(missed()).containsExactly("requestRefused hit nothing");
    }

    @Test
    void a_stalled_stream_delivers_everything_when_it_moves_again() {
        assertThat(ticks(FaultClause.at(15, 30, new StreamFault.Stall(STREAMS))))
                .containsExactly("10 ticks", "46 ticks", "46 ticks", "46 ticks", "50 ticks");
    }

    @Test
    void equal_stalls_that_overlap_end_with_the_last() {
        assertThat(ticks(
                        FaultClause.at(15, 10, new StreamFault.Stall(STREAMS)),
                        FaultClause.at(20, 25, new StreamFault.Stall(STREAMS))))
                .containsExactly("10 ticks", "46 ticks", "46 ticks", "46 ticks", "50 ticks");
    }

    @Test
    void a_lagging_stream_is_late() {
        assertThat(ticks(FaultClause.at(15, 10, new StreamFault.Lag(STREAMS, 15))))
                .containsExactly("10 ticks", "35 ticks", "35 ticks", "40 ticks", "50 ticks");
    }

    @Test
    void a_broken_stream_ends_and_one_that_is_not_meant_does_not() {
        assertThat(ticks(FaultClause.at(25, 0, new StreamFault.Break(new CallSelector("other", "*", "*", "*")))))
                .hasSize(5);
        assertThat(missed()).containsExactly("streamBreak hit nothing");
    }

    @Test
    void a_broken_stream_ends_at_once() {
        assertThat(ticks(FaultClause.at(25, 0, new StreamFault.Break(STREAMS))))
                .containsExactly("10 ticks", "20 ticks", "25 RESET");
    }

    @Test
    void only_what_leaves_doubt_about_a_request_deceives() {
        assertThat(deceives(new ComponentFault.Pause("client"))).isTrue();
        assertThat(deceives(new ComponentFault.Crash("other"))).isFalse();
        assertThat(deceives(new LinkFault.Loss(BACK, ALWAYS))).isTrue();
        assertThat(deceives(new LinkFault.Reset(LINK))).isTrue();
        assertThat(deceives(new LinkFault.HalfOpen(LINK))).isFalse();
        assertThat(deceives(new StreamFault.Stall(CallSelector.ANY))).isFalse();
        for (CallRule.Outcome outcome : CallRule.Outcome.values()) {
            CallSelector calls = new CallSelector("client", "*", "create", "*");
            assertThat(deceives(new RequestFault(new CallRule(calls, outcome, 1, 1))))
                    .isEqualTo(outcome == CallRule.Outcome.ANSWER_LOST);
        }
    }

    private static boolean deceives(Fault fault) {
        return fault.canDeceive("client", "server");
    }

    private List<String> fate(CallRule.Outcome outcome) {
        return calls(FaultClause.at(0, 1000, new RequestFault(new CallRule(CREATES, outcome, 2, 1))));
    }

    /** Three calls with a timeout of 60 ns. */
    private List<String> calls(FaultClause... clauses) {
        clients();
        return run(clauses);
    }

    private void clients() {
        components.add("server", context -> {
            Endpoint endpoint = network.connect(context);
            return () -> endpoint.serve(CALLS, (caller, request, responder) -> {
                story.add(simulation.now() + " served " + request.subject().substring(5));
                responder.respond("done");
            });
        });
        components.add("client", context -> {
            Endpoint endpoint = network.connect(context);
            return () -> {
                for (int i = 1; i <= 3; i++) {
                    Create create = new Create("pods/" + i);
                    context.after(
                            100L * i,
                            () -> endpoint.call(CALLS, create, 60)
                                    .whenDone(reply -> story.add(simulation.now() + " " + word(reply))));
                }
            };
        });
    }

    /** Five ticks, which the server sends so that they arrive at 10, 20 and so on. */
    private List<String> ticks(FaultClause... clauses) {
        components.add("server", context -> {
            Endpoint endpoint = network.connect(context);
            return () -> endpoint.serveStream(TICKS, (client, request, sender) -> tick(context, sender));
        });
        components.add("client", context -> {
            Endpoint endpoint = network.connect(context);
            return () -> endpoint.open(TICKS, "", new StreamReceiver<String>() {
                @Override
                public void receive(String message) {
                    story.add(simulation.now() + " " + message);
                }

                @Override
                public void closed(Disconnect reason) {
                    story.add(simulation.now() + " " + reason);
                }
            });
        });
        return run(clauses);
    }

    private static void tick(Context context, StreamSender<String> sender) {
        for (int i = 1; i <= 5; i++) {
            context.after(10L * i - 1 - context.now(), () -> sender.send("ticks"));
        }
    }

    private static String word(Reply<String> reply) {
        return reply instanceof Reply.Answer
                ? "answered"
                : ((Reply.Lost<String>) reply).reason().toString();
    }

    private List<String> run(FaultClause... clauses) {
        simulation.trace().addSink(sink);
        components.startAll();
        new FaultInjector(simulation, List.of(new KernelFaultHandler(components, network)))
                .inject(FaultPlan.of(clauses));
        simulation.run(RunLimits.UNTIL_QUIESCENT);
        return story;
    }

    private List<String> missed() {
        return sink.entries().stream()
                .map(entry -> entry.record())
                .filter(FaultTrace.Missed.class::isInstance)
                .map(FaultTrace.Missed.class::cast)
                .map(missed -> missed.kind() + " " + missed.reason())
                .toList();
    }
}
