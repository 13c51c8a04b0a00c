/** Kinds of {@code policy}, as programs that are simulated read and write them; the API server keeps trees. */
package dev.wavetank.model.api.policy;
