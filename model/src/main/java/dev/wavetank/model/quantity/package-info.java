/**
 * Kubernetes quantities: exact amounts with a suffix, such as {@code 500m} of a CPU or {@code 1Gi} of memory.
 *
 * <p>Arithmetic is exact, and a quantity prints as the API server prints it. What a quantity measures is not
 * known here.
 */
@NullMarked
package dev.wavetank.model.quantity;

import org.jspecify.annotations.NullMarked;
