package dev.wavetank.model.client.cache;

import dev.wavetank.sim.Event;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the handlers of one informer their turns. Each has an event of its own where events compete; where they fire
 * first in, first out, one event for all that wait does the same for less.
 */
final class HandlerTurns {

    private final Context context;
    private final boolean together;
    private List<Event> waiting = new ArrayList<>();
    private List<Event> served = new ArrayList<>();
    private final Event turn = this::serve;

    HandlerTurns(Context context) {
        this.context = context;
        this.together = context.firesInOrder();
    }

    /** Has a handler's turn come at this instant, but after the event that fires now. */
    void request(Event handlersTurn) {
        if (!together) {
            context.spend(0, handlersTurn);
            return;
        }
        if (waiting.isEmpty()) {
            context.spend(0, turn);
        }
        waiting.add(handlersTurn);
    }

    /** The turns in the order in which they were requested; what they request comes later. */
    private void serve() {
        List<Event> now = waiting;
        waiting = served;
        served = now;
        for (int i = 0; i < now.size() && context.isAlive(); i++) {
            now.get(i).fire();
        }
        now.clear();
    }
}
