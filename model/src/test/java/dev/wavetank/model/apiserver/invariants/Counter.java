package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;

/** Counts up a number that others count up as well: reads it, and writes the next; begins again on a conflict. */
final class Counter implements Component {

    static final String KEY = "counter";
    private static final long RETRY = 100 * VirtualTime.MILLISECOND;

    final List<Call> calls = new ArrayList<>();
    /** How often it counted, as it was told. */
    int successes;
    /** How often it does not know. */
    int unknown;
    /** The number as it was read last. */
    int read = -1;

    private final Context context;
    private final Door door;
    private final List<Long> pauses;

    /** @param pauses before each step, in nanoseconds */
    Counter(Context context, Door door, List<Long> pauses) {
        this.context = context;
        this.door = door;
        this.pauses = pauses;
    }

    @Override
    public void start() {
        next(0);
    }

    private void next(int step) {
        if (step < pauses.size()) {
            context.after(pauses.get(step), () -> read(() -> write(step)));
        }
    }

    /** Reads until there is an answer. */
    void read(Runnable then) {
        Call call = begin(new Call(context.name(), Operation.What.GET, KEY, "", 0, context.now()));
        door.send(call).whenDone(outcome -> {
            call.answer(outcome, context.now());
            if (outcome.kind() == Outcome.Kind.DONE) {
                read = Integer.parseInt(outcome.value());
                then.run();
            } else {
                context.after(RETRY, () -> read(then));
            }
        });
    }

    private void write(int step) {
        long seen = calls.get(calls.size() - 1).outcome.revision();
        String number = Integer.toString(read + 1);
        Call call = begin(new Call(context.name(), Operation.What.UPDATE, KEY, number, seen, context.now()));
        door.send(call).whenDone(outcome -> {
            call.answer(outcome, context.now());
            switch (outcome.kind()) {
                case DONE -> {
                    successes++;
                    next(step + 1);
                }
                case CONFLICT, REFUSED -> context.after(pauses.get(step), () -> read(() -> write(step)));
                case UNKNOWN -> {
                    unknown++;
                    next(step + 1);
                }
                default -> throw new AssertionError("nobody expects " + call);
            }
        });
    }

    private Call begin(Call call) {
        calls.add(call);
        return call;
    }
}
