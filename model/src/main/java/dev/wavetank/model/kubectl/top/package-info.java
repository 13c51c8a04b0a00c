/** {@code top}: what nodes and pods use, as a metrics server says that a scenario has added to its cluster. */
@NullMarked
package dev.wavetank.model.kubectl.top;

import org.jspecify.annotations.NullMarked;
