/**
 * The namespace controller: deletes what is in a namespace that is to go, and lets the namespace go when nothing is
 * left. One resource after the other, in no particular order.
 *
 * <p>Does not live here: that nothing new is created in such a namespace (admission), and that the namespace stays
 * until its own finalizer is gone (the strategy of namespaces).
 */
@NullMarked
package dev.wavetank.model.controller.namespace;

import org.jspecify.annotations.NullMarked;
