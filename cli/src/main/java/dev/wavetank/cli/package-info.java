/**
 * The {@code wavetank} command.
 *
 * <p>One class per sub-command; a mixin of options holds what several share. {@link dev.wavetank.cli.Main} assembles
 * them and turns every outcome into an exit code. The packages below, in the order in which they build on one another:
 * {@code terminal}, {@code input}, {@code execution}, {@code result}, {@code bench}.
 *
 * <p>Rules: nothing but the result goes to standard output; bad input gets one clear sentence; the exit code gives
 * the outcome; nothing is loaded that the command at hand does not need. Does not live here: simulation logic.
 */
package dev.wavetank.cli;
