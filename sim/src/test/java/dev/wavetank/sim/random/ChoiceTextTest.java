package dev.wavetank.sim.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChoiceTextTest {

    @Test
    void a_choice_is_a_line_that_people_can_read() {
        assertThat(ChoiceText.write(List.of(
                        new Choice("kernel/order", 17, 5, 2), new Choice("client-1/names", 0, Choice.RAW, -12))))
                .isEqualTo("kernel/order[17] = 2 of 5\nclient-1/names[0] = -12\n");
    }

    @Test
    void empty_lines_and_carriage_returns_say_nothing() {
        assertThat(ChoiceText.read("\na[0] = 1 of 2\r\n\n")).containsExactly(new Choice("a", 0, 2, 1));
    }

    @Test
    void says_which_line_is_wrong_and_why() {
        refuses(
                "a[0] = 1 of 2\nb[1]",
                "line 2: a choice reads 'stream[index] = value of bound', or without " + "'of bound', was 'b[1]'");
        refuses("b[1] = 2 of 2", "line 1: a choice of 2 is one of 0 .. 1, was 2: 'b[1] = 2 of 2'");
        refuses(
                "b[1] = 0 of 0",
                "line 1: a bound must be positive; leave 'of' out when there is none: 'b[1] = 0 of 0'");
        refuses(
                "b[1] = 99999999999999999999",
                "line 1: a number of the choice has more than 64 bits: 'b[1] = 99999999999999999999'");
    }

    @Test
    void refuses_a_choice_that_no_draw_can_have() {
        assertThatThrownBy(() -> new Choice("a\nb", 0, 2, 1))
                .hasMessage("the name of a recorded stream must be one line, was: a\nb");
        assertThatThrownBy(() -> new Choice("a", -1, 2, 1))
                .hasMessage("index and bound must not be negative, were -1, 2");
        assertThatThrownBy(() -> new Choice("a", 0, 2, 1).withValue(-1))
                .hasMessage("a choice of 2 is one of 0 .. 1, was -1");
    }

    private static void refuses(String text, String message) {
        assertThatThrownBy(() -> ChoiceText.read(text)).hasMessage(message);
    }
}
