package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What kubectl 1.32 printed for templates of Go and for JSONPath, without a server. */
class TemplatesGoldenTest {

    static List<RecordedCommand> recorded() {
        return RecordedCommand.in("templates-1.32.txt");
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void templates_print_what_they_print_in_the_real_command(RecordedCommand recorded) {
        assertThat(normalized(RecordedCommand.text(new Terminal().type(recorded.words()))))
                .isEqualTo(normalized(recorded.result()));
    }

    /** Without the object as Go's structs have it, whose order of fields the model does not know. */
    private static String normalized(String text) {
        return text.replaceAll("raw data was:\n.*\n", "");
    }
}
