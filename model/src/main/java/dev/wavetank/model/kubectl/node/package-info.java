/** Commands that take nodes out of use and back: {@code cordon}, {@code uncordon}, {@code drain}. */
@NullMarked
package dev.wavetank.model.kubectl.node;

import org.jspecify.annotations.NullMarked;
