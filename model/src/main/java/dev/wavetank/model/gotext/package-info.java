/**
 * Text forms of Go's standard library, as Kubernetes shows them in messages and on the wire: JSON with the errors of
 * {@code encoding/json}, quoted strings, printed values, durations, instants, base64.
 *
 * <p>Plain functions of values of the JDK. This package sees no other package of the model.
 */
package dev.wavetank.model.gotext;
