package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Violation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names and numbers may change while a failure is shrunk; what went wrong may not. */
class FailureKindTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | pod/default/web-1 | moved from node node-1 to node-2        | pod/default/api-7 | moved from node node-3 to node-1
            true  | service/default/a | has [10.0.1.2], expected [10.0.1.2, x-1] | service/default/a | has [], expected [y-2]
            true  | job/default/a     | counts 2 pods, expected 1               | job/default/b     | counts 1 pod, expected 3
            false | pod/default/web-1 | waits for a node                        | pod/default/web-1 | moved from node node-1 to node-2
            false | pod/default/web-1 | waits for a node                        | job/default/web-1 | waits for a node
            false | pod/default/web-1 | is gone (known: kubernetes#129795)      | pod/default/web-1 | is gone (known: kubernetes#138818)
            false | scheduler         | x threw java.lang.NullPointerException: | scheduler         | x threw java.lang.IllegalStateException:
            """)
    void the_same_failure_has_the_same_words(
            boolean same, String object, String message, String otherObject, String otherMessage) {
        assertThat(kind(object, message).equals(kind(otherObject, otherMessage)))
                .isEqualTo(same);
    }

    private static FailureKind kind(String object, String message) {
        return FailureKind.of(new Violation("Invariant", "a sentence", object, 0, message, 0, Focus.OBJECT));
    }
}
