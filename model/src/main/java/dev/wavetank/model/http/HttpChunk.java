package dev.wavetank.model.http;

import java.util.Map;

/** A part of an answer that comes bit by bit ({@code Transfer-Encoding: chunked}): the head, then the body. */
public sealed interface HttpChunk {

    /**
     * What comes first.
     *
     * @param code status code
     * @param headers by name
     */
    record Head(int code, Map<String, String> headers) implements HttpChunk {}

    /**
     * A piece of the body; of a watch, one event as a line of JSON.
     *
     * @param text in UTF-8
     */
    record Body(String text) implements HttpChunk {}
}
