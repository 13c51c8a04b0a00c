/**
 * The kinds of faults: their names, their written form as trees of maps, lists, texts and whole numbers, and how they
 * are drawn.
 *
 * <p>{@link dev.wavetank.sim.fault.codec.FaultCodec} reads and writes whole plans, for any YAML or JSON library. Each
 * kind of fault is one {@link dev.wavetank.sim.fault.codec.FaultKind}; the kernel's own are in {@link
 * dev.wavetank.sim.fault.codec.KernelKinds}, and a model adds its kinds. A mistake is a {@link
 * dev.wavetank.sim.fault.codec.FaultFormatException} that names the field.
 *
 * <p>Not here: files, lines and columns, which belong to the reader of the tree.
 */
@NullMarked
package dev.wavetank.sim.fault.codec;

import org.jspecify.annotations.NullMarked;
