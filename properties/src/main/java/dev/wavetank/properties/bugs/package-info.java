/**
 * Bugs that Kubernetes once had, and mistakes that people make with controllers, as parts that can be put into a
 * cluster: the proof that the invariants bite.
 *
 * <p>A bug is the smallest change of a part of the model. There is no switch for it in the model.
 */
@NullMarked
package dev.wavetank.properties.bugs;

import org.jspecify.annotations.NullMarked;
