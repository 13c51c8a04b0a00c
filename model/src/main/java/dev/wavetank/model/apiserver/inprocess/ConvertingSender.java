package dev.wavetank.model.apiserver.inprocess;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.sim.network.StreamSender;
import java.util.function.UnaryOperator;

/**
 * The sender of a watch in another version than that of the store.
 *
 * @param stream takes the events in the version that was asked for
 * @param conversion leads there
 */
record ConvertingSender(StreamSender<WatchEvent> stream, UnaryOperator<WatchEvent> conversion)
        implements StreamSender<WatchEvent> {

    @Override
    public void send(WatchEvent event) {
        stream.send(conversion.apply(event));
    }

    @Override
    public void close() {
        stream.close();
    }

    @Override
    public boolean isOpen() {
        return stream.isOpen();
    }

    @Override
    public int waiting() {
        return stream.waiting();
    }

    @Override
    public void whenClosed(Runnable action) {
        stream.whenClosed(action);
    }
}
