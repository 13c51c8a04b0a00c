/** Collections whose order is the same in every run, for many elements. */
@NullMarked
package dev.wavetank.sim.collection;

import org.jspecify.annotations.NullMarked;
