/** Collections whose order is the same in every run, for many elements. */
package dev.wavetank.sim.collection;
