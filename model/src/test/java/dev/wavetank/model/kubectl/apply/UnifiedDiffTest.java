package dev.wavetank.model.kubectl.apply;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Hunks as GNU diff 3.8 printed them for the same texts. */
class UnifiedDiffTest {

    private static final String TEN = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n";

    @Test
    void equal_texts_have_no_hunks() {
        assertThat(UnifiedDiff.of(TEN, TEN)).isEmpty();
    }

    @Test
    void a_change_has_three_lines_around_it() {
        assertThat(UnifiedDiff.of(TEN, TEN.replace("e\n", "E\nF\n")))
                .isEqualTo("@@ -2,7 +2,8 @@\n b\n c\n d\n-e\n+E\n+F\n f\n g\n h\n");
    }

    @Test
    void changes_up_to_six_lines_apart_share_a_hunk() {
        assertThat(UnifiedDiff.of(TEN, TEN.replace("a\n", "A\n").replace("h\n", "")))
                .isEqualTo("@@ -1,10 +1,9 @@\n-a\n+A\n b\n c\n d\n e\n f\n g\n-h\n i\n j\n");
        assertThat(UnifiedDiff.of(TEN, TEN.replace("a\n", "A\n").replace("i\n", "")))
                .isEqualTo("@@ -1,4 +1,4 @@\n-a\n+A\n b\n c\n d\n@@ -6,5 +6,4 @@\n f\n g\n h\n-i\n j\n");
    }

    @Test
    void what_is_new_or_gone_has_no_lines_on_the_other_side() {
        assertThat(UnifiedDiff.of("", "a\nb\n")).isEqualTo("@@ -0,0 +1,2 @@\n+a\n+b\n");
        assertThat(UnifiedDiff.of("a\n", "")).isEqualTo("@@ -1 +0,0 @@\n-a\n");
    }
}
