/**
 * Typed requests of kubectl and what the server makes of them: their form on the wire, the answers, the log of both.
 *
 * <p>Does not live here: HTTP itself ({@code kubectl.wire}), and what commands do with answers.
 */
@NullMarked
package dev.wavetank.model.kubectl.server;

import org.jspecify.annotations.NullMarked;
