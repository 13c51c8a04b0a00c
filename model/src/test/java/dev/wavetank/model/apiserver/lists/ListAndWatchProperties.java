package dev.wavetank.model.apiserver.lists;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

class ListAndWatchProperties {

    @Property(tries = 120, shrinking = ShrinkingMode.OFF)
    void whatever_fails_a_watch_is_the_history_from_its_start_and_a_list_is_the_state_at_its_revision(
            @ForAll long seed) {
        assertThat(new WatchStorm(seed).flaw()).isEmpty();
    }
}
