/**
 * A failure compared with runs that are the same up to some event and go on in another way: when it became inevitable,
 * and the nearest run that passes.
 */
@NullMarked
package dev.wavetank.properties.contrast;

import org.jspecify.annotations.NullMarked;
