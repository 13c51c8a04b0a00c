/** Garbage of a node: dead containers that nobody needs any more, and images that no container uses. */
@NullMarked
package dev.wavetank.model.kubelet.collection;

import org.jspecify.annotations.NullMarked;
