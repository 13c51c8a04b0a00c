/** Distributions for settings, fitted to what real components have measured. */
@NullMarked
package dev.wavetank.reports.fit;

import org.jspecify.annotations.NullMarked;
