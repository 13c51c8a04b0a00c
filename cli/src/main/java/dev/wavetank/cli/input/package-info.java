/**
 * User input: files, options of a scenario, spans, seed ranges, and the errors that say what is wrong with them.
 *
 * <p>Bad input ends as a {@link dev.wavetank.cli.input.BadInputException} with one sentence: what, where, how to mend
 * it. Does not live here: reading of scenarios and manifests themselves, which {@code model} does.
 */
package dev.wavetank.cli.input;
