package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.yaml.ManifestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a file of a failure says and cannot be is refused; fields that this version does not know are left alone. */
class MangledFailureTest {

    private static final String WHOLE = """
            invariant: NoSurplusPods
            object: pod/default/web
            message: is too many
            at: 1s
            fingerprint: abc
            seed: 5
            order: fifo
            bugs:
            - forgotten-expectations
            strict: true
            scenario:
              timeline: []
            """;

    @Test
    void a_whole_one_is_read() {
        Failure failure = FailureCodec.read("f.yaml", WHOLE);

        assertThat(failure.parts().bugs()).containsExactly("forgotten-expectations");
        assertThat(failure.parts().strict()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            seed: 5                  | seed: five      | f.yaml:6:1: seed: expected a whole number
            - forgotten-expectations | - forgotten     | f.yaml:9:3: bugs[0]: there is no known bug 'forgotten': did you mean
            strict: true             | strict: perhaps | f.yaml:10:1: strict: expected true or false
            'bugs:
            - forgotten-expectations'| bugs: forgotten-expectations | f.yaml:8:1: bugs: expected a list of names
            """)
    void a_mangled_one_is_refused_with_the_place(String before, String after, String message) {
        assertThat(WHOLE).contains(before);
        assertThatThrownBy(() -> FailureCodec.read("f.yaml", WHOLE.replace(before, after)))
                .isInstanceOf(ManifestException.class)
                .hasMessageStartingWith(message);
    }
}
