/**
 * Components: the active entities of a model, each a failure domain.
 *
 * <p>A component lives through incarnations. A crash drops everything that belongs to the present one: its memory,
 * timers and pending calls. A restart builds a fresh object from the factory, which has to read the state of the
 * world again. A component has no way out but its {@link dev.wavetank.sim.component.Context} and the network end
 * point made from it.
 */
@NullMarked
package dev.wavetank.sim.component;

import org.jspecify.annotations.NullMarked;
