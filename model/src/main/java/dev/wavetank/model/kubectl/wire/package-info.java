/**
 * What one process of the command has to do with the outside: requests over HTTP and their log, errors and warnings
 * of the server, and the output.
 *
 * <p>Does not live here: typed requests and what commands share ({@code kubectl.session}).
 */
@NullMarked
package dev.wavetank.model.kubectl.wire;

import org.jspecify.annotations.NullMarked;
