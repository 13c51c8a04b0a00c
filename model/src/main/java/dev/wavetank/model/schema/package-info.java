/**
 * What fields the Kubernetes API types have, and how the API server words its refusal of others.
 *
 * <p>{@code types.txt} is the one table of the API types: fields, defaults, patch strategies, markers of ownership,
 * zero values. It is read once. Which kinds are served, and under which names, is the API server's table.
 *
 * <p>Trees are checked for names and JSON types only; whether values make sense is validation, which lives elsewhere.
 */
@NullMarked
package dev.wavetank.model.schema;

import org.jspecify.annotations.NullMarked;
