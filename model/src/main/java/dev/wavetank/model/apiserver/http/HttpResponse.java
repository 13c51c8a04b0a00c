package dev.wavetank.model.apiserver.http;

import java.util.Map;

/**
 * An answer as it goes over the wire.
 *
 * @param code status code
 * @param headers by name
 * @param body text in UTF-8
 */
public record HttpResponse(int code, Map<String, String> headers, String body) {}
