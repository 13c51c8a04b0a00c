/**
 * What fields the Kubernetes API types have, and how the API server words its refusal of others.
 *
 * <p>{@code types.txt} is the one table of the API types: fields, defaults, patch strategies, markers of ownership, zero
 * values. {@code kinds.txt} has the names of the kinds. Both are read once.
 *
 * <p>Trees are checked for names and JSON types only; whether values make sense is validation, which lives elsewhere.
 */
package dev.wavetank.model.schema;
