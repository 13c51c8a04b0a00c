package dev.wavetank.sim.determinism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leaks that show when one JVM makes the same run twice. */
class DeterminismDiagnosisTest {

    private static final Random SHARED = new Random(1);

    @ParameterizedTest
    @ValueSource(ints = {1, 1_022, 1_023, 1_024, 5_000, Depot.MANY})
    void a_clean_system_is_left_in_peace(int parcels) {
        ReproducibleRun subject = Depot.clean(parcels).subject();

        assertThat(DeterminismDiagnosis.twice(subject)).isEmpty();
        assertThat(DeterminismDiagnosis.record(subject).suspects()).isEmpty();
    }

    @Test
    void finds_objects_that_are_iterated_by_their_identity_hash() {
        Mismatch inSet = leakAt(40, 100, number -> names(hashed(12)));
        Mismatch inMap = leakAt(40, 100, number -> names(identified(12).keySet()));

        assertThat(inSet.difference().leak()).isEqualTo(NondeterminismKind.ORDER);
        assertThat(inMap.difference().leak()).isEqualTo(NondeterminismKind.ORDER);
        assertThat(inSet.likely()).contains("identity hashes", "HashSet", "IdentityHashMap");
    }

    @Test
    void finds_records_whose_order_is_that_of_identity_hashes() {
        ReproducibleRun subject = ReproducibleRun.of(trace -> {
            trace.record(0, "depot", new Depot.Sent(0, "opening"));
            for (Door door : hashed(12)) {
                trace.record(5, "depot", new Depot.Sent(1, "through " + door.name()));
            }
        });

        Difference difference =
                DeterminismDiagnosis.twice(subject).orElseThrow().difference();

        assertThat(difference.leak()).isEqualTo(NondeterminismKind.ORDER);
        assertThat(difference.isExact()).isTrue();
        assertThat(difference.from()).isGreaterThan(1);
        assertThat(label(difference.first())).startsWith("through ").isNotEqualTo(label(difference.second()));
    }

    @Test
    void finds_a_wall_clock() {
        Mismatch mismatch = leakAt(40, 100, number -> Long.toString(System.nanoTime()));

        assertThat(mismatch.difference().leak()).isEqualTo(NondeterminismKind.VALUE);
        assertThat(mismatch.likely()).contains("System.nanoTime");
    }

    @Test
    void finds_a_wall_clock_that_decides_when_something_happens() {
        ReproducibleRun subject = ReproducibleRun.of(trace -> {
            trace.record(0, "depot", new Depot.Sent(1, "x"));
            trace.record(System.nanoTime(), "depot", new Depot.Sent(2, "x"));
        });

        assertThat(DeterminismDiagnosis.twice(subject).orElseThrow().difference())
                .returns(2L, Difference::from)
                .returns(NondeterminismKind.TIME, Difference::leak);
    }

    @Test
    void finds_a_default_to_string() {
        Mismatch mismatch = leakAt(40, 100, number -> "to " + new Object());

        assertThat(mismatch.difference().leak()).isEqualTo(NondeterminismKind.MADE_UP_TEXT);
        assertThat(mismatch.likely()).contains("default toString");
    }

    @Test
    void finds_a_random_that_is_shared_between_runs() {
        Mismatch mismatch = leakAt(40, 100, number -> Integer.toString(SHARED.nextInt()));

        assertThat(mismatch.difference().leak()).isEqualTo(NondeterminismKind.VALUE);
        assertThat(mismatch.likely()).contains("Random without a seed or shared between runs");
    }

    @Test
    void finds_a_record_that_tells_something_else_each_time() {
        int[] asked = {0};
        ReproducibleRun subject = telling(() -> "telling " + ++asked[0]);

        Mismatch mismatch = DeterminismDiagnosis.twice(subject).orElseThrow();

        assertThat(mismatch.difference())
                .returns(2L, Difference::from)
                .returns(NondeterminismKind.IMPURE, Difference::leak);
        assertThat(mismatch.likely()).contains("describe()", "impure");
        assertThat(mismatch.first().fingerprint())
                .isNotEqualTo(mismatch.second().fingerprint());
        assertThat(mismatch.toString())
                .startsWith("a run gave its recorder other texts than itself: it was made in this JVM\n")
                .contains("\nthe first record that describes itself differently each time is number 2:\n")
                .containsPattern("\n\\* telling +telling \\d+ +telling \\d+\n")
                .contains("\nwhat led to it, each record the cause of the next:\n");
    }

    /** The recorder, which asks second, is told the same in both runs; what the runs print is not the same. */
    @Test
    void finds_runs_that_differ_although_their_recorders_were_told_the_same() {
        int[] asked = {-1};
        ReproducibleRun subject = telling(() -> {
            asked[0]++;
            return asked[0] == 2 ? "odd" : "even";
        });

        Mismatch mismatch = DeterminismDiagnosis.twice(subject).orElseThrow();

        assertThat(mismatch)
                .returns("again in the same JVM", Mismatch::where)
                .returns(NondeterminismKind.IMPURE, found -> found.difference().leak());
        assertThat(mismatch.toString()).contains("\nthe first difference lies in records 1 to 2 of the trace\n");
    }

    @Test
    void finds_a_record_that_is_impure_in_another_jvm_only() {
        int[] asked = {0};
        ReproducibleRun here = telling(() -> "same");
        ReproducibleRun there = telling(() -> asked[0]++ == 0 ? "odd" : "same");
        Recording first = DeterminismDiagnosis.record(here);

        Recording answer = RecordingText.read(RecordingText.write(DeterminismDiagnosis.answer(first.outline(), there)));

        assertThat(DeterminismDiagnosis.compare(first, answer, here, "there").orElseThrow())
                .returns("there", Mismatch::where)
                .returns(NondeterminismKind.IMPURE, found -> found.difference().leak());
    }

    @Test
    void finds_what_only_the_first_run_does() {
        List<String> left = new ArrayList<>();

        Mismatch mismatch = leakAt(40, 100, number -> {
            left.add("once");
            return left.size() == 1 ? "loading" : "loaded";
        });

        assertThat(label(mismatch.difference().first())).isEqualTo("loading");
        assertThat(label(mismatch.difference().second())).isEqualTo("loaded");
    }

    @ParameterizedTest
    @ValueSource(
            ints = {1, 1_022, 1_023, 1_024, Recorder.MOST_KEPT - 1, Recorder.MOST_KEPT, Recorder.MOST_KEPT + 1_500})
    void names_the_record_wherever_it_is(int parcel) {
        leakAt(parcel, Depot.MANY, number -> Long.toString(System.nanoTime()));
    }

    @Test
    void names_the_first_of_many_records_that_differ() {
        ReproducibleRun subject =
                new Depot(Depot.MANY, number -> number < 66_000 ? "calm" : Long.toString(System.nanoTime())).subject();

        assertThat(DeterminismDiagnosis.twice(subject).orElseThrow().difference())
                .returns(66_001L, Difference::from)
                .returns(66_001L, Difference::to);
    }

    @Test
    void says_when_one_run_ends_before_the_other() {
        int[] parcels = {2_001};
        ReproducibleRun subject = records -> Depot.clean(parcels[0]--).subject().run(records);

        Difference difference =
                DeterminismDiagnosis.twice(subject).orElseThrow().difference();

        assertThat(difference.from()).isEqualTo(2_002);
        assertThat(difference.leak()).isEqualTo(NondeterminismKind.END);
        assertThat(difference.first()).isNotEmpty();
        assertThat(difference.second()).isEmpty();
    }

    @Test
    void a_late_difference_that_never_comes_back_is_told_roughly() {
        int[] runs = {0};
        ReproducibleRun subject = records -> {
            boolean odd = runs[0]++ == 1;
            Depot.leakingAt(66_000, Depot.MANY, number -> odd ? "odd" : "even")
                    .subject()
                    .run(records);
        };

        Mismatch mismatch = DeterminismDiagnosis.twice(subject).orElseThrow();

        assertThat(mismatch.difference())
                .isEqualTo(new Difference(65_537, 66_560, List.of(), List.of(), NondeterminismKind.UNSTEADY));
        assertThat(mismatch.toString()).contains("lies in records 65537 to 66560 of the trace");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 65_000, Recorder.MOST_KEPT, 66_000, Depot.MANY})
    void names_the_record_that_another_jvm_tells_differently(int parcel) {
        ReproducibleRun here =
                Depot.leakingAt(parcel, Depot.MANY, number -> "here").subject();
        ReproducibleRun there =
                Depot.leakingAt(parcel, Depot.MANY, number -> "there").subject();
        Recording first = DeterminismDiagnosis.record(here);

        Recording answer = DeterminismDiagnosis.answer(first.outline(), there);
        Mismatch mismatch =
                DeterminismDiagnosis.compare(first, answer, here, "there").orElseThrow();

        assertThat(mismatch.difference().from()).isEqualTo(parcel + 1L);
        assertThat(label(mismatch.difference().first())).isEqualTo("here");
        assertThat(label(mismatch.difference().second())).isEqualTo("there");
        assertThat(mismatch).returns("there", Mismatch::where).returns(false, Mismatch::sameJvm);
    }

    @Test
    void another_jvm_tells_no_records_when_all_is_the_same() {
        ReproducibleRun subject = Depot.clean(3_000).subject();
        Recording first = DeterminismDiagnosis.record(subject);

        Recording answer = DeterminismDiagnosis.answer(first.outline(), subject);

        assertThat(answer.kept()).isEmpty();
        assertThat(DeterminismDiagnosis.compare(first, answer, subject, "there"))
                .isEmpty();
    }

    @Test
    void a_field_that_is_named_like_a_part_of_the_record_hides_nothing() {
        String[] components = {"left", "right"};
        int[] runs = {0};
        ReproducibleRun subject = ReproducibleRun.of(trace -> trace.record(0, components[runs[0]++], new TraceRecord() {
            @Override
            public String type() {
                return "named";
            }

            @Override
            public void describe(Fields out) {
                out.text("component", "pump");
            }
        }));

        assertThat(DeterminismDiagnosis.twice(subject).orElseThrow().toString())
                .containsPattern("\n\\* component +left +right\n")
                .containsPattern("\n  component \\(field\\) +pump +pump\n");
    }

    @Test
    void tells_what_led_to_the_difference() {
        Mismatch mismatch = leakAt(40, 100, number -> Long.toString(System.nanoTime()));

        List<TraceEntry> story = mismatch.difference().first();
        assertThat(story).hasSize(8);
        assertThat(story).extracting(TraceEntry::number).last().isEqualTo(41L);
        for (int i = 1; i < story.size(); i++) {
            assertThat(story.get(i).cause()).isEqualTo(story.get(i - 1).number());
        }
        assertThat(mismatch.toString())
                .startsWith("the same seed gave two different runs: the second one was made again in the same JVM\n")
                .contains("\nthe first record that differs is number 41:\n")
                .containsPattern("\n  type +parcel.sent +parcel.sent\n")
                .containsPattern("\n  parcel +40 +40\n")
                .containsPattern("\n\\* label +\\d+ +\\d+\n")
                .contains("what led to it in both runs, each record the cause of the next:\n")
                .contains("0.380000s  depot                      parcel.sent        parcel=39 label=to shelf 4\n")
                .contains("\nlikely   a wall clock")
                .contains("\nto mend  take time and randomness from the Context");
    }

    @Test
    void shows_long_values_where_they_differ() {
        String same = "x".repeat(100);
        Mismatch mismatch = leakAt(1, 1, number -> same + "<" + System.nanoTime());

        assertThat(mismatch.toString()).containsPattern("\\n\\* label +\\.\\.\\.x{20,}<\\d+ +\\.\\.\\.x{20,}<\\d+\\n");
    }

    @Test
    void a_made_up_text_is_suspect_even_when_runs_agree() {
        String door = new Door("x").toString();
        Runnable lambda = () -> {};
        String lambdaName = lambda.getClass().getSimpleName();

        Recording recording =
                DeterminismDiagnosis.record(Depot.leakingAt(40, 100, number -> "by " + door + " " + lambdaName)
                        .subject());

        assertThat(recording.suspects()).singleElement().satisfies(suspect -> {
            assertThat(suspect.entry().number()).isEqualTo(41);
            assertThat(suspect.field()).isEqualTo("label");
            assertThat(suspect.toString())
                    .startsWith("record 41, parcel.sent of depot: label has '" + door)
                    .contains("default toString");
        });
        assertThat(DeterminismDiagnosis.record(
                                Depot.leakingAt(1, 1, number -> lambdaName).subject())
                        .suspects())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nginx@sha256:9f86d081884c7d65",
                "someone@example.com",
                "someone@facebook",
                "me@facade.org",
                "img@deadbeefdeadbeef",
                "a@1b2c",
                "@",
                "$Lambda"
            })
    void ordinary_texts_are_not_suspect(String text) {
        assertThat(DeterminismDiagnosis.record(new Depot(1, number -> text).subject())
                        .suspects())
                .isEmpty();
    }

    /** Two records, of which the second asks what it tells whenever it describes itself. */
    private static ReproducibleRun telling(Supplier<String> telling) {
        return ReproducibleRun.of(trace -> {
            trace.record(0, "depot", new Depot.Sent(1, "x"));
            trace.record(5, "depot", new TraceRecord() {
                @Override
                public String type() {
                    return "told";
                }

                @Override
                public void describe(Fields out) {
                    out.text("telling", telling.get());
                }
            });
        });
    }

    /** What the doctor says of a depot that leaks at one parcel; checks that it names its record exactly. */
    private static Mismatch leakAt(int parcel, int parcels, IntFunction<String> leak) {
        Optional<Mismatch> mismatch = DeterminismDiagnosis.twice(
                Depot.leakingAt(parcel, parcels, leak).subject());

        assertThat(mismatch).isPresent();
        assertThat(mismatch.get().difference())
                .returns(parcel + 1L, Difference::from)
                .returns(parcel + 1L, Difference::to)
                .returns(true, Difference::isExact);
        return mismatch.get();
    }

    private static String label(List<TraceEntry> story) {
        return ((Depot.Sent) story.get(story.size() - 1).record()).label();
    }

    private static Set<Door> hashed(int doors) {
        return doors(doors).collect(Collectors.toCollection(HashSet::new));
    }

    private static Map<Door, Integer> identified(int doors) {
        Map<Door, Integer> map = new IdentityHashMap<>();
        doors(doors).forEach(door -> map.put(door, 1));
        return map;
    }

    private static Stream<Door> doors(int doors) {
        return IntStream.range(0, doors).mapToObj(number -> new Door("door " + (char) ('a' + number)));
    }

    private static String names(Set<Door> doors) {
        return doors.stream().map(Door::name).collect(Collectors.joining(", "));
    }

    /** Has neither equals nor hashCode nor toString. */
    private static final class Door {
        private final String name;

        private Door(String name) {
            this.name = name;
        }

        private String name() {
            return name;
        }
    }
}
