package dev.wavetank.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.random.RandomStream;
import java.util.function.LongPredicate;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;

/** The timing wheel tells the same story as one big heap, pair by pair. */
class TimingWheelProperties {

    private static final long END = Long.MAX_VALUE - 1;

    /** How far ahead of the present pairs are added. */
    private enum Ahead {
        AT_ONCE {
            @Override
            long delay(RandomStream random) {
                return random.nextLong(3);
            }
        },
        /** As a control plane: mostly short, sometimes long, now and then by a fixed period. */
        IN_TWO_LUMPS {
            @Override
            long delay(RandomStream random) {
                return switch (random.nextInt(10)) {
                    case 0 -> 10_000_000_000L;
                    case 1, 2, 3 -> random.nextLong(100_000_000);
                    default -> random.nextLong(1_000_000);
                };
            }
        },
        /** As often a nanosecond ahead as a century. */
        ON_ALL_SCALES {
            @Override
            long delay(RandomStream random) {
                return random.nextLong(1L << random.nextInt(62));
            }
        },
        /** Close to the edges of buckets, where digits carry. */
        AT_EDGES {
            @Override
            long delay(RandomStream random) {
                return (1L << random.nextInt(62)) - random.nextLong(2);
            }
        },
        IN_THE_FAR_FUTURE {
            @Override
            long delay(RandomStream random) {
                return Long.MAX_VALUE / 2 + random.nextLong(5);
            }
        };

        abstract long delay(RandomStream random);
    }

    private TimingWheel wheel;
    private EventHeap heap;
    private RandomStream random;
    private long now;
    private long entries;

    @BeforeTry
    void begin_with_nothing_pending() {
        wheel = new TimingWheel();
        heap = new EventHeap();
        now = 0;
        entries = 0;
    }

    @Property(tries = 400)
    void takes_the_same_pairs_in_the_same_order_as_a_heap(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int phases) {
        random = RandomStream.of(seed, "operations");
        for (int phase = 0; phase < phases; phase++) {
            switch (random.nextInt(10)) {
                case 0, 1 -> addSome(random.nextInt(20));
                case 2 -> addSome(random.nextInt(1_500));
                case 3 -> takeSome(random.nextInt(20));
                case 4 -> takeSome(random.nextInt(1_500));
                case 5 -> hold(random.nextInt(1_000));
                case 6 -> retainSome();
                case 7, 8 -> crowdBeforeTheFirst();
                default -> jumpAhead();
            }
        }
        takeSome(Integer.MAX_VALUE);
        assertThat(wheel.isEmpty()).isTrue();
    }

    @Property(tries = 50)
    void a_busy_time_after_a_quiet_one_keeps_the_order(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 3_000) int burst) {
        random = RandomStream.of(seed, "operations");
        add(1_000_000_000_000L);
        add(2_000_000_000_000L);
        takeSome(1);
        // The horizon lies far out now, so that the burst goes into the heap until it gets crowded.
        for (int i = 0; i < burst; i++) {
            add(now + random.nextLong(1_000_000));
        }
        hold(burst);
        takeSome(Integer.MAX_VALUE);
    }

    @Example
    void many_pairs_at_one_instant_keep_the_order_in_which_they_were_added() {
        for (int i = 0; i < 100_000; i++) {
            add(7);
        }
        random = RandomStream.of(1, "operations");
        takeSome(Integer.MAX_VALUE);
    }

    private void add(long time) {
        long entry = ++entries << 24;
        wheel.add(time, entry);
        heap.add(time, entry);
    }

    private void addSome(int count) {
        Ahead ahead = Ahead.values()[random.nextInt(Ahead.values().length)];
        for (int i = 0; i < count; i++) {
            addOne(ahead);
        }
    }

    private void addOne(Ahead ahead) {
        add(now + Math.min(END - now, ahead.delay(random)));
    }

    private void takeSome(int count) {
        for (int i = 0; i < count && heap.size() > 0; i++) {
            assertSameFirst();
            now = heap.firstTime();
            wheel.removeFirst();
            heap.removeFirst();
        }
        assertThat(wheel.size()).isEqualTo(heap.size());
    }

    /** Each pair that is taken adds another. */
    private void hold(int count) {
        Ahead ahead = Ahead.values()[random.nextInt(Ahead.values().length)];
        for (int i = 0; i < count && heap.size() > 0; i++) {
            takeSome(1);
            addOne(ahead);
        }
    }

    private void retainSome() {
        long kept = random.nextInt(4);
        LongPredicate entry = number -> (number >>> 24) % 4 <= kept;
        wheel.retain(entry);
        heap.retain((time, number) -> entry.test(number));
        assertThat(wheel.size()).isEqualTo(heap.size());
    }

    /** The clock goes on without an event, as at the end of a run: but never beyond the first pair. */
    private void jumpAhead() {
        if (heap.size() > 0) {
            assertSameFirst();
            now += random.nextLong(heap.firstTime() - now + 1);
        }
    }

    /** Many pairs that are earlier than what was the first when somebody asked, one earlier than the other. */
    private void crowdBeforeTheFirst() {
        if (heap.size() > 0) {
            assertSameFirst();
            long step = (heap.firstTime() - now) / 700;
            for (int i = 0; i < 700; i++) {
                add(heap.firstTime() - (step == 0 ? 0 : random.nextLong(step)));
            }
        }
    }

    private void assertSameFirst() {
        assertThat(wheel.isEmpty()).isFalse();
        // Not with a description: this is asked millions of times.
        if (wheel.firstTime() != heap.firstTime() || wheel.firstEntry() != heap.firstEntry()) {
            assertThat(wheel.firstTime()).isEqualTo(heap.firstTime());
            assertThat(wheel.firstEntry()).isEqualTo(heap.firstEntry());
        }
    }
}
