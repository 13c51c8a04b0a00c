package dev.wavetank.sim.fault.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.KernelFault;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class FaultCodecProperties {

    @Provide
    Arbitrary<FaultPlan> plans() {
        return FaultArbitraries.plans();
    }

    @Provide
    Arbitrary<KernelFault> faults() {
        return FaultArbitraries.faults();
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void what_was_written_is_read_back_equal(@ForAll("plans") FaultPlan plan) {
        assertThat(FaultCodec.KERNEL.read("faults", FaultCodec.KERNEL.write(plan)))
                .isEqualTo(plan);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void the_tree_is_made_of_what_every_library_knows(@ForAll("plans") FaultPlan plan) {
        requirePlain(FaultCodec.KERNEL.write(plan));
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void a_field_too_many_is_refused_where_it_stands(@ForAll("faults") KernelFault fault) {
        Map<String, Object> tree = FaultCodec.KERNEL.writeClause(FaultClause.at(0, 1, fault));
        tree.put("colour", "blue");

        assertThatThrownBy(() -> FaultCodec.KERNEL.readClause("faults[0]", tree))
                .isInstanceOf(FaultFormatException.class)
                .hasMessageStartingWith("faults[0].colour: no such field here: expected one of kind, ");
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void every_kind_is_in_the_list_of_kinds_and_says_whom_it_names(@ForAll("faults") KernelFault fault) {
        assertThat(FaultCodec.KERNEL.kinds()).contains(fault.kind());
        assertThat(fault.components()).isNotEmpty();
        Assume.that(fault.components().stream().noneMatch(String::isEmpty));
        assertThat(fault.target()).contains(fault.components());
    }

    private static void requirePlain(Object tree) {
        if (tree instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                assertThat(key).isInstanceOf(String.class);
                requirePlain(value);
            });
        } else if (tree instanceof List<?> list) {
            list.forEach(FaultCodecProperties::requirePlain);
        } else {
            assertThat(tree).isInstanceOfAny(String.class, Long.class);
        }
    }
}
