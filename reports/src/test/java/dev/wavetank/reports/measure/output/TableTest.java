package dev.wavetank.reports.measure.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    private static final Table TABLE =
            new Table(List.of("NAME", "TIME"), List.of(List.of("Node,RBAC", "1s"), List.of("a|b", "20\"s")), 1);

    @Test
    void has_three_forms() {
        assertThat(TABLE.text()).isEqualTo("""
                NAME       TIME
                Node,RBAC    1s
                a|b        20"s
                """);
        assertThat(TABLE.markdown()).isEqualTo("""
                | NAME | TIME |
                |---|--:|
                | Node,RBAC | 1s |
                | a\\|b | 20"s |
                """);
        assertThat(TABLE.csv()).isEqualTo("""
                NAME,TIME
                "Node,RBAC",1s
                a|b,"20""s"
                """);
    }
}
