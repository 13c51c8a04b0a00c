/**
 * The endpoint slice mirroring controller: copies the Endpoints that users write, for services without a selector,
 * into slices.
 *
 * <p>Rule: one slice for each set of ports, so that a copy is easily compared ({@link
 * dev.wavetank.model.controller.endpointslicemirroring.MirrorPlan}). Does not live here: slices of services with a
 * selector ({@code controller.endpointslice}).
 */
package dev.wavetank.model.controller.endpointslicemirroring;
