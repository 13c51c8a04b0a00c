/** The command {@code describe}: reads objects and what belongs to them, and prints both for people. */
@NullMarked
package dev.wavetank.model.kubectl.describe;

import org.jspecify.annotations.NullMarked;
