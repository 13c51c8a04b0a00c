/**
 * HTTP messages as they travel: requests, responses, chunks of streamed responses, headers, query parameters, and the
 * media type that client and server agree on.
 *
 * <p>Knows no resource. Does not live here: the Kubernetes meaning of parameters ({@code options}).
 */
@NullMarked
package dev.wavetank.model.apiserver.http.message;

import org.jspecify.annotations.NullMarked;
