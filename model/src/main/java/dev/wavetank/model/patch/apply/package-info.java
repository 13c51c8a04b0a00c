/**
 * Server-side apply: who owns which field of an object, and what happens when another wants to change it.
 *
 * <p>{@link dev.wavetank.model.patch.apply.FieldOwnership} is the way in. What can be owned on its own is data ({@code
 * topology.txt}), what a new object has before anybody said anything too ({@code zeros.txt}); both lie beside this
 * package's parent.
 *
 * <p>An object has one API version here: entries of {@code managedFields} for another version are taken as they are.
 */
package dev.wavetank.model.patch.apply;
