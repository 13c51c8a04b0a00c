/** The invariants of the node: what the life of a pod and its containers looks like in the API. */
@NullMarked
package dev.wavetank.properties.invariant.node;

import org.jspecify.annotations.NullMarked;
