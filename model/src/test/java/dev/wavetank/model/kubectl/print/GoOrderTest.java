package dev.wavetank.model.kubectl.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.schema.Schema;
import org.junit.jupiter.api.Test;

/** The orders of Go's structs name what exists. */
class GoOrderTest {

    @Test
    void every_field_that_is_ordered_exists_and_stands_once() {
        Schema schema = Schema.load();
        new GoOrder(schema).orders().forEach((type, fields) -> {
            assertThat(schema.hasType(type)).as(type).isTrue();
            assertThat(schema.fields(type).keySet()).as(type).containsAll(fields);
            assertThat(fields).as(type).doesNotHaveDuplicates();
        });
    }

    @Test
    void an_order_of_a_struct_is_whole() {
        Schema schema = Schema.load();
        new GoOrder(schema).orders().forEach((type, fields) -> {
            if (!schema.fields(type).containsKey("apiVersion")
                    || !schema.fields(type).containsKey("metadata")) {
                assertThat(fields).as(type).containsAll(schema.fields(type).keySet());
            }
        });
    }
}
