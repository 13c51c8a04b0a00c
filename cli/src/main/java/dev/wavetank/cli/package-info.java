/**
 * What people run: the {@code wavetank} command.
 *
 * <p>One class per sub-command; what several share is a mixin of options or a small class named after what it does.
 * {@link dev.wavetank.cli.Main} puts them together and turns every outcome into an exit code.
 *
 * <p>Rules: nothing but the result goes to standard output; bad input gets one clear sentence; the exit code tells
 * the outcome; nothing is loaded that the command at hand does not need. Does not live here: simulation logic.
 */
package dev.wavetank.cli;
