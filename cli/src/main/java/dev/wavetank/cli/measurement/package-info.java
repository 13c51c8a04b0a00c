/** Scenarios that are measured: which runs, with which settings, and which of their figures are shown. */
@NullMarked
package dev.wavetank.cli.measurement;

import org.jspecify.annotations.NullMarked;
