/**
 * Templates of Go's {@code text/template}, for {@code -o go-template}: read, then executed on JSON trees.
 *
 * <p>A reader of our own, because no library of Java has the language's scopes, its {@code <no value>} and its errors,
 * all of which kubectl prints. Methods and function values do not exist in JSON, so they are left out.
 *
 * <p>Does not live here: JSONPath and the other formats ({@code kubectl.get}).
 */
@NullMarked
package dev.wavetank.model.kubectl.template;

import org.jspecify.annotations.NullMarked;
