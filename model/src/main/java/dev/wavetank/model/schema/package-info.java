/**
 * What fields the Kubernetes API types have, and how the API server words its refusal of others.
 *
 * <p>The facts are two text resources beside this package's classes: {@code types.txt} and {@code kinds.txt}.
 * Trees are checked for names and JSON types only; whether values make sense is validation, which lives elsewhere.
 */
package dev.wavetank.model.schema;
