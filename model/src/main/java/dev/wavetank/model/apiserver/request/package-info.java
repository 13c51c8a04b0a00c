/**
 * A request on its way through the API server: its content, its user, how it is executed, the interface of what
 * executes it, and {@code Recovery}, which ends a request whose code throws.
 *
 * <p>All else lives elsewhere: the links before the execution in {@code chain}, the execution in {@code handlers},
 * authentication and authorization in {@code authn} and {@code authz},
 * admission in {@code admission}, what is special about each resource in {@code registry}, the wire in {@code http}.
 */
@NullMarked
package dev.wavetank.model.apiserver.request;

import org.jspecify.annotations.NullMarked;
