package dev.wavetank.model.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The controllers beside those of a real Kubernetes 1.20.2: the same users do the same things at the same times, on
 * ten hollow nodes. What is compared is told by {@link Comparison}, what may differ by {@link Case}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControllerConformanceGoldenTest {

    private final List<Row> rows = new ArrayList<>();

    @BeforeAll
    void play() {
        Case.ALL_CASES.forEach(played -> rows.add(played.play()));
        rows.add(NodeFailure.row());
        rows.add(ManagerCrash.row());
        rows.add(NodeDeletion.row());
        rows.addAll(ReportedRollouts.rows());
        rows.addAll(ReportedDeletions.rows());
        rows.add(ReportedVictims.row());
        rows.addAll(ReportedFailovers.rows());
        System.out.println(Row.HEADER);
        rows.forEach(System.out::println);
    }

    @Test
    void requests_are_the_recorded_ones() {
        for (Row row : rows) {
            assertThat(row.requests().unequal())
                    .as(row + "\n" + String.join("\n", row.requests().differences()))
                    .isLessThanOrEqualTo(row.allowance().requests());
        }
    }

    @Test
    void conditions_events_refusals_and_final_objects_are_the_recorded_ones() {
        for (Row row : rows) {
            assertThat(row.texts().unequal())
                    .as(row + "\n" + String.join("\n", row.texts().differences()))
                    .isLessThanOrEqualTo(row.allowance().texts());
        }
    }

    @Test
    void what_the_rules_time_is_in_time() {
        for (Row row : rows) {
            assertThat(row.times().late()).as(row.toString()).isEmpty();
        }
    }

    @Test
    void every_difference_has_an_explanation() {
        for (Row row : rows) {
            assertThat(row.unequal() > 0 && row.allowance().explanation().isEmpty())
                    .as(row.toString())
                    .isFalse();
        }
    }
}
