package dev.wavetank.model.apiserver.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class EnumerationsTest {

    @Test
    void every_enumeration_is_the_type_of_a_field_and_its_values_are_sorted() throws IOException {
        Set<String> types = new TreeSet<>();
        Schema.load()
                .types()
                .forEach(type -> type.fields().values().stream()
                        .map(Field::type)
                        .forEach(each -> types.add(innermost(each).goName())));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Enumerations.class.getResourceAsStream("enums.txt")), StandardCharsets.UTF_8))) {
            List<String> rows =
                    lines.lines().filter(line -> !line.startsWith("#")).toList();
            assertThat(rows).hasSizeGreaterThan(40).isSorted();
            for (String row : rows) {
                String type = row.substring(0, row.indexOf(' '));
                assertThat(types).contains(type);
                assertThat(Enumerations.of(type)).isSorted().hasSizeGreaterThan(1);
            }
        }
        assertThat(Enumerations.of("string")).isEmpty();
    }

    private static FieldType innermost(FieldType type) {
        return type.element() == null ? type : innermost(type.element());
    }
}
