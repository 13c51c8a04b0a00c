package dev.wavetank.reports.measure.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.model.provenance.Provenance.Seeds;
import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Division;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.Replication;
import dev.wavetank.reports.measure.StageSamples;
import dev.wavetank.reports.measure.TimeSpent;
import dev.wavetank.reports.measure.output.ComparisonOutput;
import dev.wavetank.reports.measure.output.ComparisonOutput.Cell;
import dev.wavetank.reports.measure.output.MeasurementOutput;
import dev.wavetank.reports.measure.page.MeasurementPage.Judgement;
import dev.wavetank.reports.measure.page.MeasurementPage.Line;
import dev.wavetank.sim.liveness.Outcome;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pages of measurements, read as a browser reads them, without the script. */
class MeasurementPagesTest {

    private static final String HOSTILE = "</script><script>alert(1)</script>\"' onload=x";
    private static final List<Double> PERCENTILES = List.of(50.0, 99.0);
    private static final List<Stage> STAGES = List.of(Stage.POD_STARTUP, Stage.COMMAND_TO_READY);
    private static final long SECOND = 1_000_000;

    /** Each seed has a hundred pods, of which the slowest takes as many seconds as its number and a constant. */
    private static Measurement measurement(int seeds, long more, long commit) {
        return new Measurement(IntStream.rangeClosed(1, seeds)
                .mapToObj(seed -> {
                    long[] micros = LongStream.rangeClosed(1, 100)
                            .map(i -> i * seed * SECOND / 100 + more)
                            .toArray();
                    TimeSpent spent = new TimeSpent(100, Map.of(Spent.PULLING, 100L * SECOND, Spent.COMMIT, commit));
                    TimeSpent slowest = new TimeSpent(10, Map.of(Spent.PULLING, 30L * SECOND));
                    return new Replication(
                            seed,
                            Outcome.HELD,
                            List.of(),
                            100,
                            List.of(),
                            0,
                            Map.of(
                                    Stage.POD_STARTUP,
                                    new StageSamples(micros, 0),
                                    Stage.COMMAND_TO_READY,
                                    new StageSamples(micros, 0)),
                            Map.of(),
                            new Division(spent, slowest),
                            false);
                })
                .toList());
    }

    private static Provenance provenance(String command) {
        return new Provenance(command, "1.0", "v1.32", 3, Map.of(), List.of(), Seeds.range(1, 12), "fifo", List.of());
    }

    private static String measured(String title, Measurement measurement) {
        return MeasurementHtml.render(
                title,
                provenance("wavetank measure " + title),
                new MeasurementOutput(measurement, STAGES, PERCENTILES),
                List.of("a warning about " + title));
    }

    private static String swept(List<Cell> cells) {
        return new ComparisonHtml(
                        new ComparisonOutput(List.of("etcd.commit-latency"), cells, STAGES, PERCENTILES), true)
                .sweep("app.yaml", provenance("wavetank sweep app.yaml"), List.of());
    }

    @Test
    void a_measurement_begins_with_what_came_out() throws Exception {
        String page = measured("app.yaml", measurement(12, 0, 1));

        assertThat(texts(page, "p"))
                .contains("app.yaml was run with 12 seeds. 1,200 pods were wanted at the end, and all were ready.")
                .anyMatch(text -> text.matches("Half of the pods were ready within 2.\\d\\ds of the command"
                        + " \\(95 % interval .+s to .+s\\), 99 of 100 within 10.8s \\(95 % interval .+\\)\\."))
                .contains("A single seed would have said anything from 990ms to 11.9s for the p99.")
                .contains(
                        "The mean pod took 1.00ms, most of it for pulling (100 %); the slowest tenth of each seed spent"
                                + " 100 % of their 3.00ms on pulling.")
                .contains("Take care: a warning about app.yaml");
        assertThat(texts(page, "pre")).containsExactly("wavetank measure app.yaml");
        assertThat(texts(page, "td")).contains("1.00ms (100 %)", "3.00ms (100 %)");
    }

    @Test
    void a_sweep_says_which_combination_makes_the_largest_difference_and_why() throws Exception {
        String page = swept(List.of(
                new Cell(List.of("1ms"), measurement(12, 0, 0)),
                new Cell(List.of("2ms"), measurement(12, 0, 0)),
                new Cell(List.of("1s"), measurement(12, 3 * SECOND, 200_000_000_000L))));

        assertThat(texts(page, "p"))
                .anyMatch(text -> text.startsWith("app.yaml was run with 3 combinations of etcd.commit-latency"
                        + " (1ms, 2ms, 1s), each with the same 12 seeds. In each, 1,200 pods"))
                .anyMatch(text -> text.matches("The largest difference is made by commit-latency=1s against"
                        + " commit-latency=1ms: the time within which half of the pods were ready is 1\\d\\d% higher"
                        + " \\(\\+3.00s, 95 % interval \\+3.00s to \\+3.00s\\)\\. The mean pod took 2.00s more: 2.00s more for"
                        + " commit\\."));
        assertThat(texts(page, "li")).anyMatch(text -> text.startsWith("With commit-latency=2ms: p50 not shown"));
        assertThat(texts(page, "td")).contains("higher", "not shown", "+3.00s");
    }

    @Test
    void no_difference_is_said_to_be_none_that_is_shown() throws Exception {
        String page = swept(List.of(
                new Cell(List.of("1ms"), measurement(12, 0, 0)), new Cell(List.of("2ms"), measurement(12, 0, 0))));

        assertThat(texts(page, "p"))
                .contains("No difference to commit-latency=1ms is shown: if there is one, more seeds may show it.");
    }

    private static Measurement stopped(int seeds) {
        return new Measurement(IntStream.rangeClosed(1, seeds)
                .mapToObj(seed -> new Replication(
                        seed,
                        Outcome.BROKEN,
                        List.of("RequiredRulesMet: pod/default/late: late"),
                        100,
                        List.of("pod/default/late"),
                        50,
                        Map.of(Stage.COMMAND_TO_READY, new StageSamples(new long[] {SECOND}, 99)),
                        Map.of(),
                        Division.NONE,
                        true))
                .toList());
    }

    @Test
    void a_combination_whose_runs_were_stopped_is_not_compared() throws Exception {
        String why = "2 of 2 runs stopped at a violation (RequiredRulesMet)";
        String page = swept(List.of(
                new Cell(List.of("1ms"), measurement(2, 0, 0)),
                new Cell(List.of("1s"), stopped(2)),
                new Cell(List.of("2s"), measurement(2, -SECOND / 200, 0))));

        assertThat(texts(page, "li")).contains("With commit-latency=1s: not compared: " + why + ".");
        assertThat(texts(page, "p")).noneMatch(text -> text.contains("never, 95 % interval never to never"));
        assertThat(texts(page, "p")).anyMatch(text -> text.contains("With commit-latency=1s: " + why));
        String base =
                swept(List.of(new Cell(List.of("1ms"), stopped(2)), new Cell(List.of("1s"), measurement(2, 0, 0))));
        assertThat(texts(base, "p")).contains("Nothing is compared with commit-latency=1ms: " + why + " of 1ms.");
        assertThat(texts(measured("app.yaml", stopped(2)), "p"))
                .anyMatch(text -> text.startsWith("app.yaml was run with 2 seeds. " + why + " and count nowhere;"));
    }

    @Test
    void pairing_that_does_harm_is_said_to() {
        assertThat(Words.pairing(0.2, 0.9)).contains("is smaller by 20% to 90% than");
        assertThat(Words.pairing(-0.71, 0.95))
                .contains("is smaller by up to 95%, but for some larger by up to 71%, than");
        assertThat(Words.pairing(-0.71, -0.2)).contains("is larger by up to 71% than");
    }

    @Test
    void of_many_combinations_those_are_drawn_that_differ_most() throws Exception {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            cells.add(new Cell(List.of(i + "ms"), measurement(12, (i == 4 ? 100 : i) * SECOND, 0)));
        }
        String page = swept(cells);

        JsonNode curves = curves(page);
        assertThat(curves.get("labels").values().stream().map(JsonNode::asString))
                .containsExactly(
                        "commit-latency=0ms",
                        "commit-latency=4ms",
                        "commit-latency=5ms",
                        "commit-latency=6ms",
                        "commit-latency=7ms",
                        "commit-latency=8ms");
        assertThat(page).contains("Of 9 combinations, the first and the 5 that differ most from it are shown");
    }

    @Test
    void every_curve_lies_within_its_interval() throws Exception {
        for (JsonNode chart :
                curves(measured("app.yaml", measurement(12, 0, 0))).get("charts")) {
            JsonNode curve = chart.get("curves").get(0);
            assertThat(curve.get("millis").size()).isEqualTo(chart.get("x").size());
            for (int i = 0; i < chart.get("x").size(); i++) {
                assertThat(curve.get("millis").get(i).asDouble())
                        .isBetween(
                                curve.get("low").get(i).asDouble(),
                                curve.get("high").get(i).asDouble());
            }
        }
    }

    @Test
    void a_comparison_shows_its_limits() throws Exception {
        List<Cell> cells = List.of(
                new Cell(List.of("a.json"), measurement(12, 0, 0)),
                new Cell(List.of("b.json"), measurement(12, SECOND, 0)));
        String page = new ComparisonHtml(new ComparisonOutput(List.of("FILE"), cells, STAGES, PERCENTILES), false)
                .compare(
                        "app.yaml",
                        List.of(new Line("a.json", "v1.32"), new Line("b.json", "v1.33")),
                        List.of(new Judgement(true, "p50 > +1% is true"), new Judgement(false, "p99 > +9% is not")),
                        List.of(),
                        "wavetank compare a.json b.json");

        assertThat(texts(page, "li")).contains("Failed p50 > +1% is true", "Passed p99 > +9% is not");
        assertThat(texts(page, "p"))
                .anyMatch(text -> text.startsWith("b.json is compared with a.json, two measurements of app.yaml with"
                        + " 12 seeds and 12 seeds, the same in both."));
        assertThat(texts(page, "dd")).containsExactly("v1.32", "v1.33");
    }

    @Test
    void one_seed_and_pods_that_were_never_ready_are_no_obstacle() throws Exception {
        Measurement one = measurement(1, 0, 0);
        Measurement late = new Measurement(List.of(new Replication(
                5,
                Outcome.BROKEN,
                List.of("Convergence: late"),
                2,
                List.of("pod/default/late"),
                0,
                Map.of(Stage.COMMAND_TO_READY, new StageSamples(new long[] {SECOND}, 1)),
                Map.of())));

        assertThat(texts(measured("app.yaml", one), "p")).anyMatch(text -> text.contains("no interval with one seed"));
        assertThat(texts(measured("app.yaml", late), "p"))
                .contains("app.yaml was run with 1 seed. 2 pods were wanted at the end, and 1 of them were never"
                        + " ready; the first run that is broken has seed 5: Convergence: late.")
                .anyMatch(text -> text.contains("99 of 100 within never"));
        assertThat(texts(measured("app.yaml", late), "strong")).contains("broken");
    }

    @Test
    void the_pages_need_no_network_and_hostile_names_stay_text() throws Exception {
        String page = measured(HOSTILE, measurement(3, 0, 1));
        String sweep = swept(List.of(
                new Cell(List.of(HOSTILE), measurement(3, 0, 1)), new Cell(List.of("x"), measurement(3, 0, 1))));

        for (String each : List.of(page, sweep)) {
            assertThat(each)
                    .doesNotContain("<script>alert", "http://", "https://", "url(", "@import", " src=")
                    .hasSizeLessThan(400_000);
            assertThat(parsed(each).getElementsByTagName("script").getLength()).isEqualTo(3);
        }
    }

    @Test
    void equal_measurements_give_equal_bytes() {
        assertThat(measured("app.yaml", measurement(7, 0, 1))).isEqualTo(measured("app.yaml", measurement(7, 0, 1)));
    }

    private static JsonNode curves(String page) {
        String marker = "<script type=\"application/json\" id=\"data\">";
        int start = page.indexOf(marker) + marker.length();
        return JsonMapper.shared().readTree(page.substring(start, page.indexOf("</script>", start)));
    }

    private static List<String> texts(String page, String element) throws Exception {
        NodeList nodes = parsed(page).getElementsByTagName(element);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> nodes.item(i).getTextContent().strip())
                .toList();
    }

    /** The page as XML, which it is but for the contents of scripts and styles. */
    private static Document parsed(String page) throws Exception {
        String markup = page.replaceAll("(?s)(<(script|style)[^>]*>).*?(</\\2>)", "$1$3");
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(markup)));
    }
}
