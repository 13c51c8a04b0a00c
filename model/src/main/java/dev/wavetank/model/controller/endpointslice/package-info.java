/**
 * The endpoint slice controller: keeps the pods behind a service in slices of at most a hundred endpoints, so that a
 * change of one pod rewrites one slice.
 *
 * <p>Does not live here: which pods belong to a service ({@code controller.endpoint}); slices for Endpoints that
 * users write ({@code controller.endpointslicemirroring}).
 */
package dev.wavetank.model.controller.endpointslice;
