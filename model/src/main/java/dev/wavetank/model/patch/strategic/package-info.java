/**
 * Strategic merge patch: merge patch that knows which lists of the API types are maps by another name.
 *
 * <p>How a field is treated is data, in the one table of the API types of {@code model.schema}. Fields that the schema
 * does not know are treated as in a merge patch. Versions 1.20 and 1.32 of
 * Kubernetes treat the fields they share alike.
 */
package dev.wavetank.model.patch.strategic;
