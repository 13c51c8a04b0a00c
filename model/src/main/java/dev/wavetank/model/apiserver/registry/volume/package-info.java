/** Persistent volumes, claims to them, and their classes. */
@NullMarked
package dev.wavetank.model.apiserver.registry.volume;

import org.jspecify.annotations.NullMarked;
