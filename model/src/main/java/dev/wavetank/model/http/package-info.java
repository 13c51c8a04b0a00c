/**
 * HTTP messages between a client and the API server: requests, answers, and the pieces of a streamed answer.
 *
 * <p>Does not live here: how the server routes, decodes and answers them ({@code apiserver.http}).
 */
@NullMarked
package dev.wavetank.model.http;

import org.jspecify.annotations.NullMarked;
