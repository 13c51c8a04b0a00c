package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.cli.execution.NotDeterministicException;
import dev.wavetank.sim.determinism.Difference;
import dev.wavetank.sim.determinism.Mismatch;
import dev.wavetank.sim.determinism.NondeterminismKind;
import dev.wavetank.sim.determinism.RunDigest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ErrorHandlersTest {

    private final StringWriter err = new StringWriter();
    private final CommandLine command = new CommandLine(new WavetankCommand()).setErr(new PrintWriter(err, true));

    @Test
    void a_defect_is_an_internal_error() {
        int exitCode = ErrorHandlers.execution(new IllegalStateException("no case\n  for this"), command, null);

        assertThat(exitCode).isEqualTo(3);
        assertThat(err)
                .hasToString("wavetank: internal error: java.lang.IllegalStateException: no case for this;"
                        + " please report it with the command, and what it prints with --stacktrace\n");
    }

    @Test
    void runs_that_differ_name_the_place() {
        RunDigest first = new RunDigest(0, 1_500, "aa", List.of());
        RunDigest second = new RunDigest(0, 1_501, "bb", List.of());
        Difference difference = new Difference(1_025, 1_501, List.of(), List.of(), NondeterminismKind.UNSTEADY);

        int exitCode = ErrorHandlers.execution(
                new NotDeterministicException(new Mismatch("elsewhere", false, first, second, difference)),
                command,
                null);

        assertThat(exitCode).isEqualTo(3);
        assertThat(err).hasToString("""
                        wavetank: the same seed gave two different runs: the second one was made elsewhere
                          first run   fingerprint aa, 1500 records
                          second run  fingerprint bb, 1501 records

                        the first difference lies in records 1025 to 1501 of the trace

                        likely   the run differs in another place in every JVM
                        to mend  look for clocks, threads and random numbers that do not come from the Context
                        """);
    }

    @Test
    void too_little_memory_is_no_defect() {
        assertThat(ErrorHandlers.internal(new OutOfMemoryError("Java heap space"), command))
                .isEqualTo(3);
        assertThat(err)
                .hasToString("wavetank: out of memory: set WAVETANK_JAVA_OPTS, for instance to -Xmx4g,"
                        + " or simulate less\n");
    }
}
