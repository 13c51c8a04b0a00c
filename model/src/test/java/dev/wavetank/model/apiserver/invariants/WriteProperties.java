package dev.wavetank.model.apiserver.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever happens, clients see an object store with optimistic locking that does one thing at a time. */
class WriteProperties {

    @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
    void writes_are_linearizable_and_versions_grow(@ForAll("storms") Storm storm) {
        assertThat(storm.flaw()).as(storm.toString()).isEmpty();
    }

    @Provide
    Arbitrary<Storm> storms() {
        return Storms.any();
    }
}
