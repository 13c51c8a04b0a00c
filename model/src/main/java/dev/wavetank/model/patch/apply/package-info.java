/**
 * Server-side apply: who owns which field of an object, and how conflicts between owners are resolved.
 *
 * <p>{@link dev.wavetank.model.patch.apply.FieldOwnership} is the entry point. Which fields can be owned separately
 * is data, in the one table of the API types of {@code model.schema}.
 *
 * <p>An object has one API version here: entries of {@code managedFields} for another version are taken as they are.
 */
package dev.wavetank.model.patch.apply;
