/**
 * The forms in which commands print objects: YAML, JSON, names, and what a template makes of them.
 *
 * <p>Does not live here: tables, which the server makes ({@code kubectl.get}); Go's templates ({@code
 * kubectl.template}).
 */
@NullMarked
package dev.wavetank.model.kubectl.print;

import org.jspecify.annotations.NullMarked;
