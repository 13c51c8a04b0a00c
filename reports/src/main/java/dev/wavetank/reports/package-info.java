/**
 * What people read: latency histograms, text, JSON, HTML and trace output, and the comparison of runs.
 *
 * <p>Rules: reports read traces and run results and may know the milestones of the model, never its components. Does
 * not live here: anything that runs a simulation.
 */
package dev.wavetank.reports;
