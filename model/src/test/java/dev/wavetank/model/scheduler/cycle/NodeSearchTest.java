package dev.wavetank.model.scheduler.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeSearchTest {

    @Test
    void large_clusters_are_searched_in_part() {
        assertThat(NodeSearch.nodesToFind(99, 0)).isEqualTo(99);
        assertThat(NodeSearch.nodesToFind(100, 0)).isEqualTo(100);
        assertThat(NodeSearch.nodesToFind(300, 0)).isEqualTo(144);
        assertThat(NodeSearch.nodesToFind(1000, 0)).isEqualTo(420);
        assertThat(NodeSearch.nodesToFind(5000, 0)).isEqualTo(500);
        assertThat(NodeSearch.nodesToFind(10000, 0)).isEqualTo(500);
    }

    @Test
    void a_configured_percentage_takes_the_place_of_the_adaptive_one() {
        assertThat(NodeSearch.nodesToFind(300, 50)).isEqualTo(150);
        assertThat(NodeSearch.nodesToFind(300, 5)).isEqualTo(100);
        assertThat(NodeSearch.nodesToFind(300, 100)).isEqualTo(300);
    }
}
