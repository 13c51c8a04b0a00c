package dev.wavetank.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShellWordsTest {

    @Test
    void blanks_divide_and_quotes_keep_together() {
        assertThat(ShellWords.of("  set image  web '*=nginx:3' ")).containsExactly("set", "image", "web", "*=nginx:3");
        assertThat(ShellWords.of("run pi --schedule=\"0 5 * * *\" ''"))
                .containsExactly("run", "pi", "--schedule=0 5 * * *", "");
    }

    @Test
    void a_backslash_takes_the_next_letter_as_it_is() {
        assertThat(ShellWords.of("a\\ b \\\"c \"d\\\"e\\n\" 'f\\'")).containsExactly("a b", "\"c", "d\"e\\n", "f\\");
    }

    @Test
    void a_quote_without_an_end_is_a_mistake() {
        assertThatThrownBy(() -> ShellWords.of("patch -p '{")).hasMessage("the quote ' has no end");
    }
}
