package dev.wavetank.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.CommandOutcome;
import dev.wavetank.sim.liveness.Outcome;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

    @Test
    void a_broken_invariant_counts_more_than_a_misspelt_command() {
        Set<CommandOutcome> commands = EnumSet.of(CommandOutcome.MISTAKE, CommandOutcome.SUCCEEDED);

        assertThat(ExitCode.ofScenario(Outcome.BROKEN, commands)).isEqualTo(ExitCode.BROKEN);
        assertThat(ExitCode.ofScenario(Outcome.HELD, commands)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(ExitCode.ofScenario(Outcome.HELD, EnumSet.of(CommandOutcome.REFUSED)))
                .isEqualTo(ExitCode.HELD);
    }
}
