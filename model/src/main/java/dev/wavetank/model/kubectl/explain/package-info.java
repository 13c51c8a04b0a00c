/**
 * {@code explain}: the fields of a kind, as the server's OpenAPI documents have them. The simulated server publishes no
 * descriptions.
 */
@NullMarked
package dev.wavetank.model.kubectl.explain;

import org.jspecify.annotations.NullMarked;
