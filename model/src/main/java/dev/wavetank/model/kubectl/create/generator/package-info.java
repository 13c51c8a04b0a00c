/**
 * Objects that follow from flags, as trees: one class for each family of kinds, and the generators of {@code run}.
 *
 * <p>Does not live here: the commands that send them.
 */
@NullMarked
package dev.wavetank.model.kubectl.create.generator;

import org.jspecify.annotations.NullMarked;
