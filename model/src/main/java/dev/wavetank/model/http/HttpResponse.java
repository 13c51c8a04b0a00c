package dev.wavetank.model.http;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.StreamSender;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An answer as it goes over the wire.
 *
 * @param code status code
 * @param headers by name
 * @param body text in UTF-8
 * @param rest writes what follows the body bit by bit; null when nothing does
 */
public record HttpResponse(
        int code,
        Map<String, String> headers,
        String body,
        @Nullable Rest rest) implements ApiResponse.Encoded {

    /** The header that stands for the stream of errors of a command in a container. */
    public static final String EXIT_CODE = "Exit-Code";

    /** What a command in a container has printed, and its exit code: one answer instead of several streams. */
    public static HttpResponse ofCommand(int exitCode, String output) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Connection", "Upgrade");
        headers.put(EXIT_CODE, Integer.toString(exitCode));
        return new HttpResponse(101, headers, output);
    }

    /** The rest of an answer, such as the events of a watch. */
    @FunctionalInterface
    public interface Rest {

        /** Begins to write; closes the stream when it has come to its end. */
        void writeTo(StreamSender<HttpChunk> sender);
    }

    /** An answer that is there as a whole. */
    public HttpResponse(int code, Map<String, String> headers, String body) {
        this(code, headers, body, null);
    }

    /** The same answer once all of it is there. */
    public Completion<HttpResponse> whole() {
        if (rest == null) {
            return Completion.of(this);
        }
        Collected collected = new Collected();
        rest.writeTo(collected);
        return collected.text.map(text -> new HttpResponse(code, headers, body + text));
    }

    /** The same answer, which reports its end. */
    public HttpResponse endingWith(Runnable action) {
        Rest before = Objects.requireNonNull(rest);
        return new HttpResponse(code, headers, body, sender -> before.writeTo(new EndingSender<>(sender, action)));
    }

    /** Sends the answer bit by bit, as it comes to be. */
    public void streamTo(StreamSender<HttpChunk> sender) {
        sender.send(new HttpChunk.Head(code, headers));
        if (!body.isEmpty()) {
            sender.send(new HttpChunk.Body(body));
        }
        if (rest == null) {
            sender.close();
        } else {
            rest.writeTo(sender);
        }
    }

    /** Takes the pieces of a body until it ends. */
    private static final class Collected implements StreamSender<HttpChunk> {

        private final Completion<String> text = new Completion<>();
        private final StringBuilder pieces = new StringBuilder();

        @Override
        public void send(HttpChunk chunk) {
            if (isOpen() && chunk instanceof HttpChunk.Body piece) {
                pieces.append(piece.text());
            }
        }

        @Override
        public void close() {
            if (isOpen()) {
                text.complete(pieces.toString());
            }
        }

        @Override
        public boolean isOpen() {
            return !text.isDone();
        }

        @Override
        public int waiting() {
            return 0;
        }

        @Override
        public void whenClosed(Runnable action) {
            text.whenDone(ended -> action.run());
        }
    }
}
