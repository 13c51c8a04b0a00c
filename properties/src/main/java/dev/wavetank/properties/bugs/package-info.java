/**
 * Bugs that Kubernetes once had, and common mistakes in controllers, as replaceable parts of a cluster: the proof
 * that the invariants detect them.
 *
 * <p>A bug is the smallest change of a part of the model. There is no switch for it in the model.
 */
@NullMarked
package dev.wavetank.properties.bugs;

import org.jspecify.annotations.NullMarked;
