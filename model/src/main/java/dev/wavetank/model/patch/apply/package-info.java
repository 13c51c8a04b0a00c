/**
 * Server-side apply: who owns which field of an object, and what happens when another wants to change it.
 *
 * <p>{@link dev.wavetank.model.patch.apply.FieldOwnership} is the way in. What can be owned on its own is data, in the
 * one table of the API types of {@code model.schema}.
 *
 * <p>An object has one API version here: entries of {@code managedFields} for another version are taken as they are.
 */
package dev.wavetank.model.patch.apply;
