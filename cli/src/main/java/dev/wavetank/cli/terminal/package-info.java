/**
 * The terminal: standard streams, progress bar, exit codes, and the order in which an interrupted command ends.
 *
 * <p>Does not live here: what is printed (package {@code result}).
 */
package dev.wavetank.cli.terminal;
