package dev.wavetank.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.reports.journey.Journey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportGoldenTest {

    @Test
    void the_report_of_twelve_pods_reads_as_recorded() throws IOException {
        try (InputStream golden = getClass().getResourceAsStream("twelve-pods.txt")) {
            assertThat(TextReport.render(SyntheticRun.report(12, true)))
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void a_run_without_pods_says_so() {
        assertThat(TextReport.render(SyntheticRun.report(new Journey(List.of(), List.of()), List.of())))
                .contains("\n\nNo pod went through a stage.\n\nParameters, ");
    }
}
