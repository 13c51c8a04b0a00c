/** One object to describe, and how to look up what belongs to it. */
@NullMarked
package dev.wavetank.model.kubectl.describe.subject;

import org.jspecify.annotations.NullMarked;
