/**
 * A request on its way through the API server: its content, its user, how it is executed, and the interface of
 * what executes it.
 *
 * <p>All else lives elsewhere: the links before the execution in {@code chain}, the execution in {@code execution},
 * authentication and authorization in {@code authn} and {@code authz},
 * admission in {@code admission}, what is special about each resource in {@code registry}, the wire in {@code http}.
 */
@NullMarked
package dev.wavetank.model.apiserver.request;

import org.jspecify.annotations.NullMarked;
