/** Objects of every other kind, field by field. */
@NullMarked
package dev.wavetank.model.kubectl.describe.generic;

import org.jspecify.annotations.NullMarked;
