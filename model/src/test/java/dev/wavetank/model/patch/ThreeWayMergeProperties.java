package dev.wavetank.model.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What a patch has to achieve, whatever the three trees are. */
class ThreeWayMergeProperties {

    @Property
    void the_live_object_becomes_as_wanted_and_stays_so(
            @ForAll("trees") Map<String, Object> last,
            @ForAll("trees") Map<String, Object> wanted,
            @ForAll("trees") Map<String, Object> live) {
        Map<String, Object> after = JsonMergePatch.apply(live, JsonMergePatch.threeWay(last, wanted, live));
        assertHas(after, wanted);
        assertThat(JsonMergePatch.threeWay(wanted, wanted, after)).isEmpty();
    }

    @Property
    void what_was_never_applied_is_left_alone(
            @ForAll("trees") Map<String, Object> wanted, @ForAll("trees") Map<String, Object> live) {
        Map<String, Object> after =
                JsonMergePatch.apply(live, JsonMergePatch.threeWay(new LinkedHashMap<>(), wanted, live));
        assertThat(after.keySet()).containsAll(live.keySet());
    }

    @Property
    void what_is_no_longer_wanted_goes(
            @ForAll("trees") Map<String, Object> last, @ForAll("trees") Map<String, Object> live) {
        Map<String, Object> after =
                JsonMergePatch.apply(live, JsonMergePatch.threeWay(last, new LinkedHashMap<>(), live));
        assertThat(after).doesNotContainKeys(last.keySet().toArray(new String[0]));
    }

    private static void assertHas(Map<?, ?> tree, Map<?, ?> wanted) {
        wanted.forEach((field, value) -> {
            if (value instanceof Map<?, ?> inner && tree.get(field) instanceof Map<?, ?> found) {
                assertHas(found, inner);
            } else {
                assertThat(tree.get(field)).isEqualTo(value);
            }
        });
    }

    @Provide
    Arbitrary<Map<String, Object>> trees() {
        Arbitrary<Object> leaf = Arbitraries.of(1L, 2L, "x", true);
        Arbitrary<Object> inner = Arbitraries.oneOf(leaf, fields(leaf).map(Object.class::cast));
        return fields(Arbitraries.oneOf(leaf, fields(inner).map(Object.class::cast)));
    }

    private static Arbitrary<Map<String, Object>> fields(Arbitrary<Object> value) {
        return Arbitraries.maps(Arbitraries.of("a", "b", "c"), value).map(LinkedHashMap::new);
    }
}
