/** Kinds of {@code policy}, as programs that are simulated read and write them; the API server keeps trees. */
@NullMarked
package dev.wavetank.model.api.policy;

import org.jspecify.annotations.NullMarked;
