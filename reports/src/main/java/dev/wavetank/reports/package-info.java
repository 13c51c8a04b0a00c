/**
 * What people read about a run: a table for the terminal, JSON, {@code .hgrm} distributions and one HTML page.
 *
 * <p>Rules: reports read traces and run results and may know the milestones of the model, never its components;
 * equal reports give equal bytes; the page needs no network and trusts no name. Does not live here: anything that
 * runs a simulation, and the recording of journeys ({@code reports.journey}).
 */
@NullMarked
package dev.wavetank.reports;

import org.jspecify.annotations.NullMarked;
