package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A client that carries out its operations one after the other, and reads everything when the faults have healed. */
final class Worker implements Component {

    private static final long RETRY = 200 * VirtualTime.MILLISECOND;
    private static final long LONGEST_WAIT = 60 * VirtualTime.SECOND;

    final List<Call> calls = new ArrayList<>();
    /** Keys whose last state it could not read although everything had healed long ago. */
    final List<String> unread = new ArrayList<>();

    private final Context context;
    private final Door door;
    private final List<Operation> operations;
    private final Map<String, Long> seen = new LinkedHashMap<>();

    Worker(Context context, Door door, List<Operation> operations) {
        this.context = context;
        this.door = door;
        this.operations = operations;
    }

    @Override
    public void start() {
        next(0);
    }

    private void next(int number) {
        if (number < operations.size()) {
            Operation operation = operations.get(number);
            context.after(operation.pause(), () -> carryOut(operation.what(), operation.key(), () -> next(number + 1)));
        }
    }

    private void carryOut(Operation.What what, String key, Runnable then) {
        String value = what.isWrite() ? context.name() + "-" + calls.size() : "";
        Call call = new Call(context.name(), what, key, value, usedRevision(what, key), context.now());
        calls.add(call);
        door.send(call).whenDone(outcome -> {
            call.answer(outcome, context.now());
            if (outcome.revision() > 0) {
                seen.put(key, outcome.revision());
            }
            then.run();
        });
    }

    /** A client that has seen nothing names a version that is long gone. */
    private long usedRevision(Operation.What what, String key) {
        boolean names = what == Operation.What.UPDATE || what == Operation.What.DELETE_SEEN;
        return names ? seen.getOrDefault(key, 1L) : 0;
    }

    /** Reads these keys until each is answered. */
    void readAtEnd(List<String> keys) {
        keys.forEach(key -> {
            unread.add(key);
            read(key, context.now() + LONGEST_WAIT);
        });
    }

    private void read(String key, long until) {
        carryOut(Operation.What.GET, key, () -> {
            Call call = calls.stream()
                    .filter(each -> each.key.equals(key))
                    .reduce((earlier, later) -> later)
                    .orElseThrow();
            boolean answered = !call.isUnknown() && call.outcome.kind() != Outcome.Kind.REFUSED;
            if (answered) {
                unread.remove(key);
            } else if (context.now() < until) {
                context.after(RETRY, () -> read(key, until));
            }
        });
    }
}
