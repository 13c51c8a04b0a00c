/**
 * Initializers as components (v1.7 to v1.13): controllers that finish a new object before other clients see it.
 * Does not
 * live here: who an object waits for, which admission decides.
 */
@NullMarked
package dev.wavetank.model.initializer;

import org.jspecify.annotations.NullMarked;
