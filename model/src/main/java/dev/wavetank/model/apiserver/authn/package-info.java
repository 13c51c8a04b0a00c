/**
 * Who sends a request: one small class for each way to prove it, tried in order.
 *
 * <p>Rules: an authenticator judges only credentials of its own kind, reads the time from the server's own clock, and
 * knows of other objects only what the server has observed. The reason of a refusal is reported to the server, never
 * to the client: it sees {@code 401 Unauthorized}. Does not live here: what users may do, and impersonation
 * ({@code authz}).
 */
@NullMarked
package dev.wavetank.model.apiserver.authn;

import org.jspecify.annotations.NullMarked;
