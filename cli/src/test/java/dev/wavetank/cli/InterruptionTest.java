package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.cli.terminal.Interruption;
import org.junit.jupiter.api.Test;

class InterruptionTest {

    private static final long PATIENCE_MILLIS = 20_000;

    @Test
    void the_jvm_waits_until_the_command_has_printed() throws InterruptedException {
        Interruption interruption = Interruption.watch();
        Thread jvm = new Thread(interruption::interrupt);
        assertThat(interruption.isRequested()).isFalse();

        jvm.start();
        while (!interruption.isRequested()) {
            Thread.onSpinWait();
        }
        assertThat(jvm.isAlive()).isTrue();

        interruption.close();
        jvm.join(PATIENCE_MILLIS);
        assertThat(jvm.isAlive()).isFalse();
    }
}
