package dev.wavetank.model.apiserver.http.answer;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.http.HttpChunk;
import dev.wavetank.sim.network.StreamSender;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Writes the events of a watch as lines of JSON. */
public final class WatchLines implements StreamSender<WatchEvent> {

    private final ObjectCodec codec;
    private final Function<KubernetesObject, Map<String, Object>> form;
    private final StreamSender<HttpChunk> lines;

    /**
     * No events yet.
     *
     * @param form how objects are encoded
     */
    public WatchLines(
            ObjectCodec codec, Function<KubernetesObject, Map<String, Object>> form, StreamSender<HttpChunk> lines) {
        this.codec = codec;
        this.form = form;
        this.lines = lines;
    }

    @Override
    public void send(WatchEvent event) {
        if (!isOpen()) {
            return;
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", event.type().name());
        line.put("object", object(event));
        lines.send(new HttpChunk.Body(codec.json(line) + '\n'));
    }

    private Map<String, Object> object(WatchEvent event) {
        if (event.error() != null) {
            return Answers.tree(event.error());
        }
        Map<String, Object> object = form.apply(event.object());
        return event.type() == WatchEvent.Type.BOOKMARK ? BookmarkForm.of(object) : object;
    }

    @Override
    public void close() {
        lines.close();
    }

    @Override
    public boolean isOpen() {
        return lines.isOpen();
    }

    @Override
    public int waiting() {
        return lines.waiting();
    }

    @Override
    public void whenClosed(Runnable action) {
        lines.whenClosed(action);
    }
}
