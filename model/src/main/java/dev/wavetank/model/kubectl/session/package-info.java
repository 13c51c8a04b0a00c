/**
 * One running command of kubectl: what it was given, how it sends requests, and what it has printed.
 *
 * <p>Each verb is a {@code Command} that acts through a {@code Session}. Requests on objects are typed; what has no
 * typed form goes over HTTP. Does not live here: the command line ({@code kubectl.syntax}) and what the verbs do.
 */
@NullMarked
package dev.wavetank.model.kubectl.session;

import org.jspecify.annotations.NullMarked;
