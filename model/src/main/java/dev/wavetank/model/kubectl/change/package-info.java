/** Commands that change or delete objects that exist. */
@NullMarked
package dev.wavetank.model.kubectl.change;

import org.jspecify.annotations.NullMarked;
