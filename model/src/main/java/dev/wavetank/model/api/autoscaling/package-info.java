/**
 * The kinds of API group {@code autoscaling} that controllers read and write: plain data, no behaviour beyond small
 * questions about itself. The API server keeps them as trees.
 */
@NullMarked
package dev.wavetank.model.api.autoscaling;

import org.jspecify.annotations.NullMarked;
