/**
 * The measurements of {@code wavetank bench}.
 */
@NullMarked
package dev.wavetank.cli.bench;

import org.jspecify.annotations.NullMarked;
