/**
 * A request on its way through the API server: what is asked, by whom, how it is to be executed, and the interface of
 * the stations that it passes.
 *
 * <p>The stations themselves live elsewhere: authentication and authorization in {@code authn} and {@code authz},
 * admission in {@code admission}, what is special about each resource in {@code registry}, the wire in {@code http}.
 */
package dev.wavetank.model.apiserver.request;
