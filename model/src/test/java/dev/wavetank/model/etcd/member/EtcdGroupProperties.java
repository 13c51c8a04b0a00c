package dev.wavetank.model.etcd.member;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

class EtcdGroupProperties {

    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    void in_any_storm_the_group_is_one_store_that_does_one_thing_at_a_time(@ForAll long seed) {
        Storm storm = new Storm(seed, Storm.Variant.CORRECT);
        assertThat(storm.flaw()).as("storm of seed %d", seed).isEmpty();
        assertThat(storm.answered()).as("answers in the storm of seed %d", seed).isGreaterThan(20);
    }
}
