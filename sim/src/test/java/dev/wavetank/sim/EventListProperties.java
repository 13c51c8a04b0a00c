package dev.wavetank.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;

/** The event list behaves as a sorted collection from which cancelled events are missing. */
class EventListProperties {

    private static final Comparator<Entry> ORDER =
            Comparator.comparingLong(Entry::due).thenComparingLong(Entry::order);

    private EventList list;
    private final PriorityQueue<Entry> model = new PriorityQueue<>(ORDER);
    private final List<Entry> everAdded = new ArrayList<>();
    private final List<Processor> owners = List.of(new Processor("red"), new Processor("green"), new Processor("blue"));
    private Entry fired;
    /** Events are due on every scale up to this power of two. */
    private int scale;

    @BeforeTry
    void begin_with_an_empty_list() {
        list = new EventList();
        model.clear();
        everAdded.clear();
        scale = 5;
    }

    @Property(tries = 300)
    void takes_the_same_events_in_the_same_order_as_a_reference(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 2_000) int steps,
            @ForAll @IntRange(max = 9) int cancelShare,
            @ForAll @IntRange(min = 1, max = 63) int greatestScale) {
        scale = greatestScale;
        RandomStream random = RandomStream.of(seed, "operations");
        for (int step = 0; step < steps; step++) {
            int choice = random.nextInt(20);
            if (choice < cancelShare) {
                cancelOne(random);
            } else if (choice < 14) {
                add(random);
            } else if (choice < 19) {
                takeOne();
            } else if (random.nextInt(50) == 0) {
                cancelAllOf(random.pick(owners));
            }
            assertSameSize();
        }
        drain();
    }

    @Property(tries = 200)
    void dropping_tombstones_at_once_changes_no_order(
            @ForAll long seed,
            @ForAll @IntRange(min = 256, max = 2_000) int size,
            @ForAll @IntRange(min = 51, max = 100) int percentDead,
            @ForAll @IntRange(min = 1, max = 63) int greatestScale) {
        scale = greatestScale;
        RandomStream random = RandomStream.of(seed, "operations");
        for (int i = 0; i < size; i++) {
            add(random);
        }
        int dead = (size * percentDead + 99) / 100;
        while (model.size() > size - dead) {
            cancelOne(random);
        }
        for (int i = 0; i < size; i++) {
            add(random);
        }
        drain();
    }

    @Property(tries = 100)
    void an_owners_death_takes_all_its_events_and_no_others(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 1_000) int size) {
        RandomStream random = RandomStream.of(seed, "operations");
        for (int i = 0; i < size; i++) {
            add(random);
        }
        cancelAllOf(owners.get(0));
        drain();
    }

    @Property(tries = 200)
    void an_event_that_is_held_can_be_cancelled_until_it_is_freed(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int size) {
        RandomStream random = RandomStream.of(seed, "operations");
        for (int i = 0; i < size; i++) {
            add(random);
        }
        List<Integer> waiting = new ArrayList<>();
        for (int i = random.nextInt(size); i > 0; i--) {
            assertThat(list.nextDue()).isNotEqualTo(Long.MAX_VALUE);
            int slot = EventList.slotOf(list.poll());
            list.hold(slot);
            waiting.add(slot);
        }
        for (int i = 0; i < size; i++) {
            cancelOne(random);
        }
        for (int slot : waiting) {
            if (list.isLive(slot)) {
                list.event(slot).fire();
                assertThat(model.remove(fired)).isTrue();
            }
            list.free(slot);
        }
        drain();
    }

    private void add(RandomStream random) {
        long due = random.nextLong(1L << random.nextInt(scale));
        Entry entry = new Entry(due, everAdded.size(), random.pick(owners), random.pick(List.of(EventClass.values())));
        entry.handle = list.add(entry.due, entry.eventClass, entry.owner, entry.order * 7, () -> fired = entry);
        everAdded.add(entry);
        model.add(entry);
    }

    /** Picks among all events that ever were: cancelling a fired or cancelled one must do nothing. */
    private void cancelOne(RandomStream random) {
        if (!everAdded.isEmpty()) {
            Entry entry = random.pick(everAdded);
            assertThat(list.cancel(entry.handle)).isEqualTo(model.remove(entry));
        }
    }

    private void cancelAllOf(EventOwner owner) {
        list.cancelAllOf(owner);
        model.removeIf(entry -> entry.owner == owner);
    }

    private void takeOne() {
        Entry expected = model.poll();
        assertThat(list.nextDue()).isEqualTo(expected == null ? Long.MAX_VALUE : expected.due);
        if (expected != null) {
            int slot = EventList.slotOf(list.poll());
            assertThat(list.cause(slot)).isEqualTo(expected.order * 7);
            assertThat(list.owner(slot)).isSameAs(expected.owner);
            list.event(slot).fire();
            assertThat(fired).isSameAs(expected);
            list.free(slot);
        }
    }

    private void drain() {
        while (!model.isEmpty()) {
            takeOne();
        }
        assertThat(list.nextDue()).isEqualTo(Long.MAX_VALUE);
        assertSameSize();
    }

    private void assertSameSize() {
        for (EventClass eventClass : EventClass.values()) {
            int[] pending = {0};
            list.forEachOwner(eventClass, owner -> pending[0]++);
            assertThat((long) pending[0]).isEqualTo(count(eventClass));
        }
        assertThat(list.isQuiescent()).isEqualTo(model.size() == count(EventClass.DAEMON));
    }

    private long count(EventClass eventClass) {
        return model.stream().filter(entry -> entry.eventClass == eventClass).count();
    }

    private static final class Entry {
        private final long due;
        private final long order;
        private final EventOwner owner;
        private final EventClass eventClass;
        private long handle;

        private Entry(long due, long order, EventOwner owner, EventClass eventClass) {
            this.due = due;
            this.order = order;
            this.owner = owner;
            this.eventClass = eventClass;
        }

        private long due() {
            return due;
        }

        private long order() {
            return order;
        }
    }
}
