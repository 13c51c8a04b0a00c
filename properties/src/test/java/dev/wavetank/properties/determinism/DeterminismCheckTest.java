package dev.wavetank.properties.determinism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.properties.determinism.LeakySystem.NondeterminismKind;
import dev.wavetank.sim.determinism.Difference;
import dev.wavetank.sim.determinism.Mismatch;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeterminismCheckTest {

    @Test
    void a_clean_system_passes_every_check() {
        Diagnosis diagnosis = check(NondeterminismKind.NONE);

        assertThat(diagnosis.isClean()).as(diagnosis.toString()).isTrue();
        assertThat(diagnosis)
                .hasToString("same JVM twice and a fresh JVM (hashCode=2, UTC+14, tr-TR, US-ASCII, SerialGC,"
                        + " Set.of reversed): same fingerprint");
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "SET_OF",
                "SET_OF_TWO",
                "MAP_OF_RECORDS",
                "ENUM_HASH",
                "DEFAULT_CHARSET",
                "DEFAULT_LOCALE",
                "DEFAULT_TIME_ZONE",
                "DEFAULT_TO_STRING"
            })
    void names_the_record_of_a_leak_that_shows_only_in_a_fresh_jvm(NondeterminismKind leak) {
        Diagnosis diagnosis = check(leak);

        assertThat(diagnosis.passed()).containsExactly("same JVM twice");
        Mismatch mismatch = diagnosis.mismatch().orElseThrow();
        assertThat(mismatch.sameJvm()).isFalse();
        assertThat(mismatch.difference())
                .returns(true, Difference::isExact)
                .returns(expected(leak), Difference::leak)
                .satisfies(difference -> {
                    assertThat(difference.from()).isEqualTo(difference.to());
                    assertThat(difference.from()).isBetween(LeakySystem.CALL + 1L, LeakySystem.CALL + 10L);
                    assertThat(called(difference.first())).isNotEqualTo(called(difference.second()));
                });
    }

    @Test
    void tells_how_set_of_leaked() {
        Mismatch mismatch = check(NondeterminismKind.SET_OF).mismatch().orElseThrow();

        assertThat(mismatch.toString())
                .startsWith(
                        "the same seed gave two different runs: the second one was made in a fresh JVM (hashCode=2,")
                .contains("\nthe first record that differs is number 1501:\n")
                .containsPattern("\n  ring +1500 +1500\n\\* called +(\\w{3} ){5} +(\\w{3} ?){5}\n")
                .contains("1.498000s  bell                       bell.rung          ring=1499 called=nobody\n")
                .contains("\nlikely   something is iterated whose order differs between JVMs: Set.of, Map.of,")
                .contains("\nto mend  use List, LinkedHashMap, ");
    }

    @Test
    void what_shows_in_the_same_jvm_needs_no_fresh_one() {
        Diagnosis diagnosis = DeterminismCheck.of(LeakySystem.subject(NondeterminismKind.WALL_CLOCK))
                .inFreshJvm(FreshJvm.of(LeakySystem.class, "fail"))
                .diagnose();

        assertThat(diagnosis.passed()).isEmpty();
        assertThat(diagnosis.mismatch().orElseThrow().sameJvm()).isTrue();
        assertThat(diagnosis.mismatch().orElseThrow().difference().from()).isEqualTo(LeakySystem.CALL + 1L);
    }

    @Test
    void a_constant_default_to_string_is_suspect_in_a_single_jvm() {
        Diagnosis diagnosis = DeterminismCheck.of(LeakySystem.subject(NondeterminismKind.DEFAULT_TO_STRING))
                .diagnose();

        assertThat(diagnosis.mismatch()).isEmpty();
        assertThat(diagnosis.isClean()).isFalse();
        assertThat(diagnosis.toString())
                .contains("\nsuspect  record 1501, bell.rung of bell: called has 'java.lang.Object@");
    }

    @Test
    void a_fresh_jvm_that_fails_is_quoted() {
        assertThatThrownBy(() -> DeterminismCheck.of(LeakySystem.subject(NondeterminismKind.NONE))
                        .inFreshJvm(FreshJvm.of(LeakySystem.class, "fail"))
                        .diagnose())
                .isInstanceOf(FreshJvmException.class)
                .hasMessageStartingWith("the fresh JVM ended with exit code 1 and no answer: ")
                .hasMessageContaining("IllegalStateException: the bell is broken");
    }

    @Test
    void a_fresh_jvm_that_fails_after_another_one_declined_is_quoted(@TempDir Path directory) {
        FreshJvm jvm = FreshJvm.of(
                LeakySystem.class,
                "declineAndFail",
                directory.resolve("declined").toString());

        assertThatThrownBy(() -> DeterminismCheck.of(LeakySystem.subject(NondeterminismKind.NONE))
                        .inFreshJvm(jvm)
                        .diagnose())
                .isInstanceOf(FreshJvmException.class)
                .hasMessageContaining("the bell is broken");
        assertThat(directory.resolve("declined")).exists();
    }

    @Test
    void a_fresh_jvm_that_hangs_is_ended() {
        assertThatThrownBy(() -> DeterminismCheck.of(LeakySystem.subject(NondeterminismKind.NONE))
                        .inFreshJvm(FreshJvm.of(LeakySystem.class, "hang").withLimit(Duration.ofSeconds(1)))
                        .diagnose())
                .isInstanceOf(FreshJvmException.class)
                .hasMessageStartingWith("the fresh JVM did not end within 1 seconds");
    }

    @Test
    void a_program_that_nobody_asked_says_so() {
        assertThatThrownBy(() -> FreshRun.answer(LeakySystem.subject(NondeterminismKind.NONE)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("this program answers a determinism check");
    }

    private static Diagnosis check(NondeterminismKind leak) {
        return DeterminismCheck.of(LeakySystem.subject(leak))
                .inFreshJvm(FreshJvm.of(LeakySystem.class, leak.name()))
                .diagnose();
    }

    private static dev.wavetank.sim.determinism.NondeterminismKind expected(NondeterminismKind leak) {
        return switch (leak) {
            case SET_OF, SET_OF_TWO, MAP_OF_RECORDS -> dev.wavetank.sim.determinism.NondeterminismKind.ORDER;
            case DEFAULT_TO_STRING -> dev.wavetank.sim.determinism.NondeterminismKind.MADE_UP_TEXT;
            default -> dev.wavetank.sim.determinism.NondeterminismKind.VALUE;
        };
    }

    private static String called(List<TraceEntry> story) {
        StringBuilder called = new StringBuilder();
        story.get(story.size() - 1).record().describe(new Text(called));
        return called.toString();
    }

    /** Collects the texts of a record. */
    private record Text(StringBuilder out) implements TraceRecord.Fields {
        @Override
        public TraceRecord.Fields text(String name, String value) {
            out.append(value);
            return this;
        }

        @Override
        public TraceRecord.Fields number(String name, long value) {
            return this;
        }
    }
}
