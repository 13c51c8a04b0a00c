package dev.wavetank.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandardOutputTest {

    @ParameterizedTest
    @CsvSource({"Broken pipe, true", "No space left on device, false"})
    void a_reader_that_has_ended_is_no_full_disk(String error, boolean lostReader) {
        StandardOutput output = new StandardOutput(new OutputStream() {
            @Override
            public void write(int each) throws IOException {
                throw new IOException(error);
            }
        });
        PrintStream stream = new PrintStream(output, false, StandardCharsets.UTF_8);

        stream.println("a result");

        assertThat(stream.checkError()).isTrue();
        assertThat(output.hasLostItsReader()).isEqualTo(lostReader);
    }
}
