package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MistakesTest {

    private final StringWriter err = new StringWriter();
    private final CommandLine command = new CommandLine(new WavetankCommand()).setErr(new PrintWriter(err, true));

    @Test
    void a_defect_is_an_internal_error() {
        int exitCode = Mistakes.execution(new IllegalStateException("no case\n  for this"), command, null);

        assertThat(exitCode).isEqualTo(3);
        assertThat(err)
                .hasToString("wavetank: internal error: java.lang.IllegalStateException: no case for this;"
                        + " please report it with the command, and what it prints with --stacktrace\n");
    }

    @Test
    void runs_that_differ_name_the_place() {
        int exitCode =
                Mistakes.execution(new NotDeterministicException("aa", "bb", "records 1 to 1024"), command, null);

        assertThat(exitCode).isEqualTo(3);
        assertThat(err)
                .hasToString("wavetank: the same seed gave two different runs, fingerprints aa and bb;"
                        + " the first difference lies in records 1 to 1024 of the trace\n");
    }

    @Test
    void too_little_memory_is_no_defect() {
        assertThat(Mistakes.internal(new OutOfMemoryError("Java heap space"), command))
                .isEqualTo(3);
        assertThat(err)
                .hasToString("wavetank: out of memory: set WAVETANK_JAVA_OPTS, for instance to -Xmx4g,"
                        + " or simulate less\n");
    }
}
