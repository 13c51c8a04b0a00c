package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.fault.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CausalChainTest {

    @Test
    void leaves_out_what_is_no_cause() {
        CausalChain chain = CausalChain.to(14, List.of(entry(11, 0), entry(12, 11), entry(13, 11), entry(14, 12)));

        assertThat(chain.entries()).extracting(TraceEntry::number).containsExactly(11L, 12L, 14L);
        assertThat(print(chain)).isEqualTo("""
                what led to it, each record the cause of the next:
                       0.000011s  tester                     fault.opened       kind=crash target=node 11
                       0.000012s  tester                     fault.opened       kind=crash target=node 12
                       0.000014s  tester                     fault.opened       kind=crash target=node 14
                """);
    }

    @Test
    void a_long_chain_is_cut_at_its_beginning_and_says_so() {
        List<TraceEntry> trace = new ArrayList<>();
        for (int number = 1; number <= 45; number++) {
            trace.add(entry(number, number - 1));
        }

        CausalChain chain = CausalChain.to(45, trace);

        assertThat(chain.entries()).hasSize(40).first().isEqualTo(entry(6, 5));
        assertThat(print(chain)).contains("\n  (the last 40 records; 5 earlier ones are left out)\n");
    }

    @Test
    void a_record_that_is_not_in_the_trace_has_no_chain() {
        assertThat(CausalChain.to(9, List.of(entry(1, 0)))).isEqualTo(CausalChain.NONE);
        assertThat(CausalChain.to(1, List.of())).isEqualTo(CausalChain.NONE);
    }

    private static TraceEntry entry(long number, long cause) {
        return new TraceEntry(
                number, number * 1_000, "tester", cause, new FaultTrace.Opened("crash", "node " + number));
    }

    private static String print(CausalChain chain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        chain.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
