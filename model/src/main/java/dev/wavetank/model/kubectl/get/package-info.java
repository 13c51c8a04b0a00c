/**
 * {@code kubectl get}: reads objects over HTTP and prints them as tables, which the server makes, or in another form.
 *
 * <p>JSONPath is read here: client-go's dialect (braces, {@code range}, filters) differs from those of the libraries
 * for Java.
 */
@NullMarked
package dev.wavetank.model.kubectl.get;

import org.jspecify.annotations.NullMarked;
