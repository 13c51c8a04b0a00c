/**
 * The journeys of pods and the latencies of their stages, as data.
 *
 * <p>A recorder listens to a trace and yields a journey; a latency report counts the stages of a journey in
 * histograms. Rules: everything is taken from milestones and fault records; percentiles are never averaged, counts
 * are added. Does not live here: how any of it looks.
 */
@NullMarked
package dev.wavetank.reports.journey;

import org.jspecify.annotations.NullMarked;
