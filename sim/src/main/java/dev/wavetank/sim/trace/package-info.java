/**
 * What happened, in order: typed records with cause links, the fingerprint of the run, and places to send records
 * to.
 *
 * <p>A record is product format: reports, golden files and the fingerprint read it. It carries plain text and
 * numbers only, so that it is the same on every JVM. This package knows neither events nor components, only their
 * names.
 */
@NullMarked
package dev.wavetank.sim.trace;

import org.jspecify.annotations.NullMarked;
