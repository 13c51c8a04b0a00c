package dev.wavetank.sim.collection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SortedTableTest {

    @Test
    void it_lists_what_a_tree_lists_whatever_was_put_and_removed() {
        for (int seed = 0; seed < 50; seed++) {
            RandomStream random = RandomStream.of(seed, "table");
            SortedTable<String, Integer> table = new SortedTable<>();
            TreeMap<String, Integer> tree = new TreeMap<>();
            for (int step = 0; step < 500; step++) {
                String key = "key-" + random.nextInt(40);
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> assertThat(table.remove(key)).isEqualTo(tree.remove(key));
                    case 3 -> assertThat(table.list()).isEqualTo(new ArrayList<>(tree.values()));
                    case 4 ->
                        assertThat(table.list("key-1", "key-2"))
                                .isEqualTo(new ArrayList<>(
                                        tree.subMap("key-1", "key-2").values()));
                    default -> assertThat(table.put(key, step)).isEqualTo(tree.put(key, step));
                }
                assertThat(table.get(key)).isEqualTo(tree.get(key));
                assertThat(table.size()).isEqualTo(tree.size());
                assertThat(table.isEmpty()).isEqualTo(tree.isEmpty());
            }
            assertThat(table.toMap()).isEqualTo(tree);
            SortedTable<String, Integer> copy = new SortedTable<>(table);
            table.clear();
            assertThat(table.list()).isEmpty();
            assertThat(copy.list()).isEqualTo(new ArrayList<>(tree.values()));
        }
    }

    @Test
    void a_range_ends_before_its_end_and_may_be_empty() {
        SortedTable<String, Integer> table = new SortedTable<>();
        table.put("c", 3);
        table.put("a", 1);
        table.put("b", 2);
        assertThat(table.list("a", "c")).containsExactly(1, 2);
        assertThat(table.list("d", "e")).isEmpty();
        assertThat(table.list("c", "a")).isEmpty();
    }
}
