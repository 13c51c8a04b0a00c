/**
 * The written form of faults, as trees of maps, lists, texts and whole numbers.
 *
 * <p>{@link dev.wavetank.sim.fault.form.FaultCodec} reads and writes whole plans, for any YAML or JSON library. Each
 * kind of fault has a {@link dev.wavetank.sim.fault.form.FaultKind} with its two directions; a model adds those
 * of its own kinds. A mistake is a {@link dev.wavetank.sim.fault.form.FaultFormatException} that names the field.
 *
 * <p>Not here: files, lines and columns, which are the business of the one who read the tree.
 */
package dev.wavetank.sim.fault.form;
