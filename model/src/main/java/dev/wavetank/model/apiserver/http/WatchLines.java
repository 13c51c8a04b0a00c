package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.network.StreamSender;
import java.util.LinkedHashMap;
import java.util.Map;

/** Collects the events of a watch as lines of JSON. */
final class WatchLines implements StreamSender<WatchEvent> {

    private final ObjectCodec codec;
    private final StringBuilder lines = new StringBuilder();
    private Runnable whenClosed = () -> {};
    private boolean open = true;

    WatchLines(ObjectCodec codec) {
        this.codec = codec;
    }

    @Override
    public void send(WatchEvent event) {
        if (!open) {
            return;
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", event.type().name());
        line.put("object", event.error() == null ? codec.encode(event.object()) : Answers.tree(event.error()));
        lines.append(codec.json(line)).append('\n');
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void whenClosed(Runnable action) {
        whenClosed = action;
    }

    /** Ends the watch and answers all lines. */
    String end() {
        open = false;
        whenClosed.run();
        return lines.toString();
    }
}
