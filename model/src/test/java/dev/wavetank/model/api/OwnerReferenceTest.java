package dev.wavetank.model.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnerReferenceTest {

    private static final GenericObject OWNER =
            object(ObjectMeta.named("harbour", "ann").withUid("1"));

    private static GenericObject object(ObjectMeta metadata) {
        return new GenericObject("harbour.example/v1", "Boat", metadata, Map.of());
    }

    @Test
    void a_child_gets_its_controller_and_where_it_has_none_its_namespace() {
        GenericObject child = OwnerReference.setController(OWNER, object(ObjectMeta.named(null, "sail")));

        assertThat(child.key()).isEqualTo(new ObjectKey("harbour", "sail"));
        assertThat(child.metadata().isControlledBy("1")).isTrue();
        assertThat(OwnerReference.setController(OWNER, object(ObjectMeta.named("other", "sail")))
                        .key())
                .isEqualTo(new ObjectKey("other", "sail"));
    }

    @Test
    void nobody_gets_a_second_controller() {
        GenericObject child = OwnerReference.setController(OWNER, object(ObjectMeta.named(null, "sail")));

        assertThatThrownBy(() -> OwnerReference.setController(OWNER, child))
                .hasMessage("Boat harbour/sail has a controller already: ann");
    }
}
