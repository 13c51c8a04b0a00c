/**
 * Runs that the invariants check: one run, many seeds over all cores, failures shrunk, saved and replayed.
 *
 * <p>Threads live here and nowhere below: every run is a simulation of its own on one thread, and shares nothing.
 */
@NullMarked
package dev.wavetank.properties.explore;

import org.jspecify.annotations.NullMarked;
