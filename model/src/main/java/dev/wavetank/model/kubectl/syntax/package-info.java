/**
 * The command line of kubectl: verbs and their flags, resource arguments, image names, and the usage errors that
 * kubectl prints before it sends a request.
 *
 * <p>Does not live here: what a command does ({@code kubectl}).
 */
@NullMarked
package dev.wavetank.model.kubectl.syntax;

import org.jspecify.annotations.NullMarked;
