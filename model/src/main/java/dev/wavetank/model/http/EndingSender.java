package dev.wavetank.model.http;

import dev.wavetank.sim.network.StreamSender;

/**
 * A stream that reports its end, whichever side ended it: the client, the network or the server. What lasts longer
 * than its answer is over then, for the audit log.
 *
 * @param <T> type of the messages
 */
public final class EndingSender<T> implements StreamSender<T> {

    private final StreamSender<T> stream;
    private final Runnable ended;
    private boolean notified;

    /** Calls {@code ended} once when {@code stream} is over, unless the server itself dies. */
    public EndingSender(StreamSender<T> stream, Runnable ended) {
        this.stream = stream;
        this.ended = ended;
        stream.whenClosed(this::notifyEnd);
    }

    private void notifyEnd() {
        if (!notified) {
            notified = true;
            ended.run();
        }
    }

    @Override
    public void send(T message) {
        stream.send(message);
    }

    @Override
    public void close() {
        stream.close();
        notifyEnd();
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
