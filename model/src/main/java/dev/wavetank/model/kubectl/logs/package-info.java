/** {@code logs}: what containers have written, of which pods, and from when on. */
@NullMarked
package dev.wavetank.model.kubectl.logs;

import org.jspecify.annotations.NullMarked;
