package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.network.StreamSender;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the events of a watch as lines of JSON. */
final class WatchLines implements StreamSender<WatchEvent> {

    private final ObjectCodec codec;
    private final StreamSender<HttpChunk> lines;

    WatchLines(ObjectCodec codec, StreamSender<HttpChunk> lines) {
        this.codec = codec;
        this.lines = lines;
    }

    @Override
    public void send(WatchEvent event) {
        if (!isOpen()) {
            return;
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", event.type().name());
        line.put("object", event.error() == null ? codec.encode(event.object()) : Answers.tree(event.error()));
        lines.send(new HttpChunk.Body(codec.json(line) + '\n'));
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
    public void whenClosed(Runnable action) {
        lines.whenClosed(action);
    }
}
