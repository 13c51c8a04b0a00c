package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.network.StreamSender;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Collects the events of a watch as lines of JSON. */
final class WatchLines implements StreamSender<WatchEvent> {

    private final ObjectCodec codec;
    private final Function<KubernetesObject, Map<String, Object>> form;
    private final StringBuilder lines = new StringBuilder();
    private Runnable whenClosed = () -> {};
    private boolean open = true;

    /**
     * No events yet.
     *
     * @param form how objects are encoded
     */
    WatchLines(ObjectCodec codec, Function<KubernetesObject, Map<String, Object>> form) {
        this.codec = codec;
        this.form = form;
    }

    @Override
    public void send(WatchEvent event) {
        if (!open) {
            return;
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", event.type().name());
        line.put("object", event.error() == null ? form.apply(event.object()) : Answers.tree(event.error()));
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
