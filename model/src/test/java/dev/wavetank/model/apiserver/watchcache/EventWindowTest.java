package dev.wavetank.model.apiserver.watchcache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * The window of recent changes grows and shrinks as that of the real watch cache
 * (staging/src/k8s.io/apiserver/pkg/storage/cacher/watch_cache.go, {@code resizeCacheLocked}, v1.20).
 */
class EventWindowTest {

    private static final long FRESH = 75 * VirtualTime.SECOND;

    private final EventWindow window = new EventWindow(FRESH);
    private long revision;

    @Test
    void a_window_full_of_fresh_changes_doubles() {
        addAt(0, 101);

        assertThat(known()).hasSize(101);
        assertThat(window.ofOneSecond()).isEqualTo(3);
        assertThat(window.oldest()).isZero();
    }

    @Test
    void a_window_never_holds_more_than_the_upper_bound() {
        addAt(0, 102_500);

        assertThat(known()).hasSize(102_400);
        assertThat(window.oldest()).isEqualTo(100);
    }

    @Test
    void a_full_window_whose_oldest_change_is_old_forgets_that_one() {
        addAt(0, 50);
        addAt(FRESH, 51);

        assertThat(known()).hasSize(100).startsWith(2L);
        assertThat(window.oldest()).isEqualTo(1);
    }

    @Test
    void a_window_halves_when_even_its_youngest_quarter_goes_back_too_far() {
        addAt(0, 400);
        addAt(FRESH + 1, 1);

        assertThat(known()).hasSize(200).startsWith(202L);
        assertThat(window.oldest()).isEqualTo(201);
    }

    @Test
    void a_window_keeps_its_size_while_its_youngest_quarter_is_fresh() {
        addAt(0, 300);
        addAt(1, 100);
        addAt(FRESH + 1, 1);

        assertThat(known()).hasSize(400).startsWith(2L);
    }

    @Test
    void a_window_never_shrinks_below_the_lower_bound() {
        addAt(0, 100);
        addAt(10 * FRESH, 1);

        assertThat(known()).hasSize(100).startsWith(2L);
    }

    @Test
    void a_reset_forgets_all_changes_and_the_size() {
        addAt(0, 500);
        window.reset(1_000);

        assertThat(window.oldest()).isEqualTo(1_000);
        assertThat(window.ofOneSecond()).isEqualTo(2);
        assertThat(known()).isEmpty();
    }

    @Property(tries = 200)
    void after_gives_the_changes_after_a_revision_in_their_order(
            @ForAll @Size(max = 300) List<@IntRange(max = 20) Integer> secondsBetween,
            @ForAll @IntRange(max = 320) int asked) {
        EventWindow some = new EventWindow(FRESH);
        long now = 0;
        for (int i = 0; i < secondsBetween.size(); i++) {
            now += secondsBetween.get(i) * VirtualTime.SECOND;
            some.add(change(i + 1), now);
        }

        List<Long> given = after(some, asked);

        List<Long> expected = new ArrayList<>();
        for (long each = Math.max(asked, some.oldest()) + 1; each <= secondsBetween.size(); each++) {
            expected.add(each);
        }
        assertThat(given).isEqualTo(expected);
    }

    private void addAt(long now, int count) {
        for (int i = 0; i < count; i++) {
            window.add(change(++revision), now);
        }
    }

    private List<Long> known() {
        return after(window, window.oldest());
    }

    private static List<Long> after(EventWindow window, long revision) {
        List<Long> revisions = new ArrayList<>();
        window.after(revision, change -> revisions.add(change.revision()));
        return revisions;
    }

    /** The window looks at the revision alone. */
    private static EtcdChange change(long revision) {
        return new EtcdChange(WatchEvent.Type.MODIFIED, null, null, revision);
    }
}
