/**
 * Text forms of Go's standard library, as Kubernetes shows them in messages and on the wire: JSON with the errors of
 * {@code encoding/json}, quoted strings, printed values and selectors, durations, instants, base64, whole numbers.
 *
 * <p>Pure functions. Of the model this package sees the records of {@code api} only.
 */
package dev.wavetank.model.gotext;
