/** The proof that storms find known bugs: how many seeds it takes, what is left after shrinking, what it needs. */
@NullMarked
package dev.wavetank.properties.proof;

import org.jspecify.annotations.NullMarked;
