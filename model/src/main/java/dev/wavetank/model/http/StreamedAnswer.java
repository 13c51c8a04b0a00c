package dev.wavetank.model.http;

import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import org.jspecify.annotations.Nullable;

/**
 * Puts an answer together that comes bit by bit, for a client that wants all of it: unlike a call, a stream has no
 * deadline, outlasts a short partition, and ends when the other side dies.
 */
public final class StreamedAnswer implements StreamReceiver<HttpChunk> {

    private final Completion<Reply<HttpResponse>> reply = new Completion<>();
    private final StringBuilder body = new StringBuilder();
    private HttpChunk.@Nullable Head head;

    /** Done at the end of the stream: with the answer, or with why there is none. */
    public Completion<Reply<HttpResponse>> reply() {
        return reply;
    }

    @Override
    public void receive(HttpChunk chunk) {
        if (chunk instanceof HttpChunk.Head first) {
            head = first;
        } else {
            body.append(((HttpChunk.Body) chunk).text());
        }
    }

    @Override
    public void closed(Disconnect reason) {
        reply.complete(
                reason == Disconnect.CLOSED && head != null
                        ? new Reply.Answer<>(new HttpResponse(head.code(), head.headers(), body.toString()))
                        : new Reply.Lost<>(reason));
    }
}
