package dev.wavetank.model.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionTest {

    private static final Instant LATER = VirtualTime.EPOCH.plusSeconds(10);

    private final List<Condition> first =
            Condition.set(null, Condition.of("Ready", false, "Waiting", "0 of 2"), VirtualTime.EPOCH);

    @Test
    void a_new_condition_is_dated() {
        assertThat(first).singleElement().satisfies(condition -> {
            assertThat(condition.status()).isEqualTo("False");
            assertThat(condition.lastTransitionTime()).isEqualTo(VirtualTime.EPOCH);
        });
        assertThat(Condition.isTrue(first, "Ready")).isFalse();
    }

    @Test
    void one_whose_status_is_as_before_keeps_its_time_and_has_the_new_words() {
        assertThat(Condition.set(first, Condition.of("Ready", false, "Waiting", "1 of 2"), LATER))
                .singleElement()
                .satisfies(condition -> {
                    assertThat(condition.message()).isEqualTo("1 of 2");
                    assertThat(condition.lastTransitionTime()).isEqualTo(VirtualTime.EPOCH);
                });
    }

    @Test
    void one_whose_status_changes_is_dated_anew_and_others_stay() {
        List<Condition> two = Condition.set(first, Condition.of("Degraded", false, "Fine", ""), VirtualTime.EPOCH);

        List<Condition> changed = Condition.set(two, Condition.of("Ready", true, "Served", "2 of 2"), LATER);

        assertThat(changed).extracting(Condition::type).containsExactly("Ready", "Degraded");
        assertThat(changed.get(0).lastTransitionTime()).isEqualTo(LATER);
        assertThat(changed.get(1)).isEqualTo(two.get(1));
        assertThat(Condition.isTrue(changed, "Ready")).isTrue();
        assertThat(Condition.isTrue(changed, "Unknown")).isFalse();
    }
}
