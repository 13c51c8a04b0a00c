/**
 * The endpoint slice controller: keeps in slices of at most a hundred endpoints which pods are behind a service, so
 * that a change of one pod rewrites one slice.
 *
 * <p>Does not live here: which pods belong to a service ({@code controller.endpoint}); slices for endpoints that people
 * write themselves ({@code controller.endpointslicemirroring}).
 */
@NullMarked
package dev.wavetank.model.controller.endpointslice;

import org.jspecify.annotations.NullMarked;
