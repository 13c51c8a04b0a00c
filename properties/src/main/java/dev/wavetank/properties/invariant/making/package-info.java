/** What controllers make of their objects, and what they report of it. What becomes of it lives in other packages. */
@NullMarked
package dev.wavetank.properties.invariant.making;

import org.jspecify.annotations.NullMarked;
