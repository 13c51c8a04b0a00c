/**
 * One run on behalf of the command line: the run itself, the files that it writes, and a second run for
 * {@code --check-determinism}.
 *
 * <p>Does not live here: how results are printed (package {@code result}).
 */
package dev.wavetank.cli.execution;
