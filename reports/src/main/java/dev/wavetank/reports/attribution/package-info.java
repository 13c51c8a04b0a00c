/**
 * Where the time of pods went: the time from a command to a ready pod, divided by what it was spent on, for every pod
 * and for the slowest of them. What the steps of one pod were is told by {@link dev.wavetank.reports.story}.
 */
@NullMarked
package dev.wavetank.reports.attribution;

import org.jspecify.annotations.NullMarked;
