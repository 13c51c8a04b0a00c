/**
 * What people run: the {@code wavetank} command.
 *
 * <p>Rules: nothing but the result goes to standard output; bad input gets one clear sentence; the exit code tells the
 * outcome. Does not live here: simulation logic.
 */
package dev.wavetank.cli;
