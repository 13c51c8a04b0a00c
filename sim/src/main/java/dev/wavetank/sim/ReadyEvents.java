package dev.wavetank.sim;

import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import java.util.Arrays;

/**
 * The events that are due in the present window, and the decision which of them fires next.
 *
 * <p>Competitors are kept in the order in which first in, first out would fire them, so that decision 0 always means
 * that order. Where only one can go next, nothing is decided.
 */
final class ReadyEvents {

    private static final int NONE = -1;

    private final EventList events;
    private final RandomStream random;
    /** Not part of the decisions, so that these can be replaced one by one. */
    private final RandomStream priorities;

    private final Processor unowned = new Processor("kernel");
    private OrderPolicy policy;
    private long window;
    private long closes;
    private long[] dueTimes = new long[16];
    private long[] competitors = new long[16];
    private int size;
    /** The place of the one that goes next, once that is decided. */
    private int chosen = NONE;

    private long decisions;
    private long[] changesAt = {};
    private int changesMade;

    ReadyEvents(EventList events, OrderPolicy policy, RandomStreams streams) {
        this.events = events;
        this.random = streams.stream(OrderPolicy.STREAM);
        this.priorities = streams.stream(OrderPolicy.STREAM + "/priorities");
        follow(policy);
        if (policy instanceof OrderPolicy.Pct pct) {
            changesAt = new long[pct.changes()];
            Arrays.setAll(changesAt, i -> priorities.nextLong(pct.steps()));
            Arrays.sort(changesAt);
        }
    }

    /** Goes over to another policy; those who compete already go on to do so. */
    void follow(OrderPolicy other) {
        policy = other;
        window = windowOf(other);
    }

    private static long windowOf(OrderPolicy policy) {
        if (policy instanceof OrderPolicy.Shuffle shuffle) {
            return shuffle.window();
        }
        if (policy instanceof OrderPolicy.RandomWalk walk) {
            return walk.window();
        }
        return policy instanceof OrderPolicy.Pct pct ? pct.window() : 1;
    }

    OrderPolicy policy() {
        return policy;
    }

    /**
     * Due time of the event that goes next, or {@code Long.MAX_VALUE} when none is left. If a window is open,
     * or opens by {@code until}, it is decided now which one that is. The decision stands until the event is
     * polled or a competitor is cancelled: a run that is interrupted goes on as it would have.
     */
    long nextDue(long until) {
        dropCancelled();
        if (chosen == NONE) {
            long first = events.nextDue();
            if (size == 0 && (first > until || first == Long.MAX_VALUE)) {
                return first;
            }
            gather(first);
            chosen = size == 1 ? 0 : choose();
        }
        return dueTimes[chosen];
    }

    /**
     * Removes the event whose due time {@link #nextDue} has just returned.
     *
     * @return its entry
     */
    long poll() {
        long entry = competitors[chosen];
        size--;
        System.arraycopy(dueTimes, chosen + 1, dueTimes, chosen, size - chosen);
        System.arraycopy(competitors, chosen + 1, competitors, chosen, size - chosen);
        chosen = NONE;
        return entry;
    }

    private void gather(long first) {
        if (size == 0) {
            closes = first > Long.MAX_VALUE - window ? Long.MAX_VALUE : first + window;
        }
        for (long due = first; due < closes; due = events.nextDue()) {
            insert(due, events.poll());
        }
    }

    private int choose() {
        decisions++;
        if (policy instanceof OrderPolicy.Shuffle) {
            return random.nextInt(size);
        }
        return policy instanceof OrderPolicy.RandomWalk ? walk() : highestPriority();
    }

    /** The first event of a processor that is drawn among those that have one. */
    private int walk() {
        int processors = 0;
        for (int i = 0; i < size; i++) {
            if (isFirstOfItsProcessor(i, decisions)) {
                processors++;
            }
        }
        return processors == 1 ? 0 : firstEvent(random.nextInt(processors));
    }

    /** The place of the first event of a processor, which is one of those counted in the present decision. */
    private int firstEvent(int number) {
        int left = number;
        for (int i = 0; i < size; i++) {
            if (isFirstOfItsProcessor(i, -decisions) && left-- == 0) {
                return i;
            }
        }
        throw new AssertionError("a processor was counted that has no event");
    }

    private boolean isFirstOfItsProcessor(int index, long mark) {
        Processor processor = processor(index);
        boolean first = processor.countedIn != mark;
        processor.countedIn = mark;
        return first;
    }

    /** The first event of the processor with the highest priority, unless a log decides for another processor. */
    private int highestPriority() {
        int processors = 0;
        int highest = 0;
        int best = 0;
        for (int i = 0; i < size; i++) {
            if (isFirstOfItsProcessor(i, decisions)) {
                if (priority(i) > priority(best)) {
                    best = i;
                    highest = processors;
                }
                processors++;
            }
        }
        if (processors > 1) {
            int decided = random.decide(processors, highest);
            best = decided == highest ? best : firstEvent(decided);
        }
        if (changesMade < changesAt.length && changesAt[changesMade] < decisions) {
            // Below all that were drawn, and below those that fell before.
            processor(best).priority = -1L - changesMade;
            changesMade++;
        }
        return best;
    }

    private long priority(int index) {
        Processor processor = processor(index);
        if (!processor.hasPriority) {
            processor.hasPriority = true;
            processor.priority = priorities.nextLong() >>> 1;
        }
        return processor.priority;
    }

    private Processor processor(int index) {
        EventOwner owner = events.owner(EventList.slotOf(competitors[index]));
        return owner == null ? unowned : owner.processor();
    }

    private void insert(long due, long entry) {
        events.hold(EventList.slotOf(entry));
        if (size == competitors.length) {
            dueTimes = Arrays.copyOf(dueTimes, size * 2);
            competitors = Arrays.copyOf(competitors, size * 2);
        }
        int place = size++;
        while (place > 0 && isBefore(due, entry, place - 1)) {
            dueTimes[place] = dueTimes[place - 1];
            competitors[place] = competitors[place - 1];
            place--;
        }
        dueTimes[place] = due;
        competitors[place] = entry;
    }

    private boolean isBefore(long due, long entry, int place) {
        return due < dueTimes[place] || due == dueTimes[place] && entry < competitors[place];
    }

    private void dropCancelled() {
        if (!events.takeHeldCancelled()) {
            return;
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            int slot = EventList.slotOf(competitors[i]);
            if (events.isLive(slot)) {
                dueTimes[kept] = dueTimes[i];
                competitors[kept++] = competitors[i];
            } else {
                events.free(slot);
            }
        }
        size = kept;
        chosen = NONE;
    }
}
