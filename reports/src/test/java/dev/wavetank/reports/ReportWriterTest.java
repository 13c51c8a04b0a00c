package dev.wavetank.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.reports.journey.FaultSpan;
import dev.wavetank.reports.journey.Journey;
import dev.wavetank.reports.journey.PodJourney;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportWriterTest {

    private static final String HOSTILE = "</script><script>alert(1)</script>\"' onload=x \u001b[31m";

    @TempDir
    Path directory;

    @Test
    void writes_every_file_into_a_new_directory() throws IOException {
        Path fresh = directory.resolve("a/b");
        ReportWriter.write(SyntheticRun.report(12, true), fresh);

        assertThat(fresh.toFile().list())
                .contains(
                        "report.html",
                        "report.json",
                        "stages.txt",
                        "metrics.txt",
                        "report.md",
                        "series.csv",
                        "openmetrics.txt",
                        "pod_startup.hgrm",
                        "create_to_schedule.hgrm")
                .hasSize(7 + 19);
    }

    @Test
    void a_page_of_a_hundred_thousand_pods_is_below_five_megabytes() {
        assertThat(HtmlReport.render(SyntheticRun.report(100_000, true)).length())
                .isLessThan(5_000_000);
    }

    @Test
    void equal_reports_give_equal_bytes() throws IOException {
        ReportWriter.write(SyntheticRun.report(12, true), directory.resolve("one"));
        ReportWriter.write(SyntheticRun.report(12, true), directory.resolve("two"));

        for (String name : directory.resolve("one").toFile().list()) {
            assertThat(directory.resolve("two").resolve(name))
                    .hasSameBinaryContentAs(directory.resolve("one").resolve(name));
        }
    }

    @Test
    void says_which_directory_it_cannot_write() throws IOException {
        Path file = Files.writeString(directory.resolve("taken"), "");

        assertThatThrownBy(() -> ReportWriter.write(SyntheticRun.report(1, false), file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot write the report into " + file
                        + ": name a directory that you may write to, with room left on its disk");
    }

    @Test
    void json_holds_the_run_and_its_stages() {
        JsonNode json = JsonMapper.shared().readTree(JsonReport.render(SyntheticRun.report(12, true)));

        assertThat(json.get("seed").asLong()).isEqualTo(4711);
        assertThat(json.get("outcome").asString()).isEqualTo("held");
        assertThat(json.get("podCount").asInt()).isEqualTo(12);
        assertThat(json.get("podsReady").asInt()).isEqualTo(11);
        assertThat(json.at("/stages/pod_startup/count").asInt()).isEqualTo(11);
        assertThat(json.at("/stages/request_to_store/p50").asLong()).isEqualTo(7_003_000); // three digits of 7 ms
        assertThat(json.at("/faults/0/closed").asLong()).isEqualTo(900_000_000);
        assertThat(json.at("/pods/0/points/pod_created").asLong()).isEqualTo(70_000_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 12, 500})
    void the_page_is_well_formed_and_needs_no_network(int pods) throws Exception {
        String page = page(SyntheticRun.report(pods, true));

        assertThat(page).doesNotContain("http://", "https://", "url(", "@import", " src=");
        NodeList rows = parsed(page).getElementsByTagName("circle");
        assertThat(rows.getLength()).isEqualTo(Math.min(pods, 200) - waiting(pods));
    }

    @Test
    void the_page_says_that_it_draws_only_the_slowest() throws IOException {
        assertThat(page(SyntheticRun.report(500, false))).contains("Of 500 pods the slowest 200 are drawn");
        assertThat(page(SyntheticRun.report(200, false))).doesNotContain("the slowest 200");
    }

    @Test
    void workloads_are_closed_unless_there_is_one_only() {
        PodJourney web = new PodJourney(
                "pod/default/web", List.of("deployment/default/web"), Map.of(Point.POD_CREATED, 0L, Point.READY, 1L));
        PodJourney db = new PodJourney(
                "pod/default/db", List.of("deployment/default/db"), Map.of(Point.POD_CREATED, 0L, Point.READY, 1L));

        assertThat(HtmlReport.render(SyntheticRun.report(new Journey(List.of(web), List.of()), List.of())))
                .contains("<details class=\"workload\" open");
        assertThat(HtmlReport.render(SyntheticRun.report(new Journey(List.of(web, db), List.of()), List.of())))
                .doesNotContain("<details class=\"workload\" open")
                .contains("<strong>deployment/default/web</strong>", "<strong>deployment/default/db</strong>");
    }

    @Test
    void hostile_names_stay_text() throws Exception {
        PodJourney pod = new PodJourney(
                "pod/" + HOSTILE,
                List.of("deployment/" + HOSTILE),
                Map.of(Point.POD_CREATED, 0L, Point.BOUND, 5_000_000L));
        Journey journey =
                new Journey(List.of(pod), List.of(new FaultSpan(HOSTILE, HOSTILE, 1_000, OptionalLong.empty())));
        Report report = SyntheticRun.report(
                journey, List.of(new Report.Violation(HOSTILE, HOSTILE, "pod/" + HOSTILE, HOSTILE, 7_000_000)));

        String page = page(report);

        assertThat(page).doesNotContain("<script>alert", "<script>alert".toUpperCase(Locale.ROOT));
        assertThat(parsed(page.replace("\u001b", ""))
                        .getElementsByTagName("script")
                        .getLength())
                .isEqualTo(3);
        assertThat(TextReport.render(report)).contains("violation    </script>").matches("[\\n -~]*");
        JsonNode json = JsonMapper.shared().readTree(JsonReport.render(report));
        assertThat(json.at("/violations/0").asString()).startsWith(HOSTILE + ": pod/" + HOSTILE);
    }

    /** How many of the drawn rows of a synthetic run never became ready: they come first among the slowest. */
    private static int waiting(int pods) {
        return pods / 12;
    }

    private String page(Report report) throws IOException {
        ReportWriter.write(report, directory);
        return Files.readString(directory.resolve("report.html"));
    }

    /** The page as XML, which it is but for the contents of scripts and styles. */
    private static Document parsed(String page) throws Exception {
        String markup = page.replaceAll("(?s)(<(script|style)[^>]*>).*?(</\\2>)", "$1$3");
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(markup)));
    }
}
