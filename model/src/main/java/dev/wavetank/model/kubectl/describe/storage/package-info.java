/** Volumes, claims and classes. */
@NullMarked
package dev.wavetank.model.kubectl.describe.storage;

import org.jspecify.annotations.NullMarked;
