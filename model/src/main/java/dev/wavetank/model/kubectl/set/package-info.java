/** {@code kubectl set}: changes single fields of the pods that an object describes. */
@NullMarked
package dev.wavetank.model.kubectl.set;

import org.jspecify.annotations.NullMarked;
