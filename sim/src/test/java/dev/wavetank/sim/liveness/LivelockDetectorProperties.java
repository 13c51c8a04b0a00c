package dev.wavetank.sim.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class LivelockDetectorProperties {

    private static final LivelockDetector.Settings SETTINGS = new LivelockDetector.Settings(2, 0, 1 << 20);

    /** Whoever writes whatever, as long as one thing grows with every write. */
    @Property
    void is_silent_where_every_write_makes_a_new_state(
            @ForAll @Size(max = 300) List<@IntRange(max = 9) Integer> writes) {
        LivelockDetector detector = new LivelockDetector(StateReader.ofFields(Set.of("revision")), SETTINGS);
        long[] values = new long[10];
        for (int i = 0; i < writes.size(); i++) {
            int subject = writes.get(i);
            assertThat(detector.observe(entry(i, "subject-" + subject, ++values[subject])))
                    .isEmpty();
        }
    }

    /** The order in which subjects came to their values does not matter. */
    @Property
    void sees_that_a_round_trip_comes_back(@ForAll @IntRange(min = 1, max = 50) int subjects) {
        LivelockDetector detector = new LivelockDetector(StateReader.ofFields(Set.of("revision")), SETTINGS);
        int number = 0;
        for (int subject = 0; subject < subjects; subject++) {
            assertThat(detector.observe(entry(number++, "s" + subject, 1))).isEmpty();
        }
        for (int subject = subjects - 1; subject >= 0; subject--) {
            assertThat(detector.observe(entry(number++, "s" + subject, 2))).isEmpty();
        }
        Livelock livelock = null;
        for (int subject = 0; subject < subjects; subject++) {
            livelock = detector.observe(entry(number++, "s" + subject, 1)).orElse(livelock);
        }
        assertThat(livelock).isNotNull();
        assertThat(livelock.round()).hasSizeLessThanOrEqualTo(2 * subjects).isNotEmpty();
    }

    private static TraceEntry entry(int number, String subject, long value) {
        return new TraceEntry(number + 1L, number, "actor", 0, new Write(subject, value, number));
    }
}
