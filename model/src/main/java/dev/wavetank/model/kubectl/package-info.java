/**
 * The {@code kubectl} command as a client of the API server: arguments in, exit code and output out.
 *
 * <p>{@code Invocation} parses a command line by the table in {@code VerbSyntax}; each verb is a {@code Command} that
 * acts through a {@code Session}. Errors that need no server are reported before any request. Messages are those of
 * kubectl 1.20 and 1.32.
 *
 * <p>Files are passed in as text; nothing is read from disk. Discovery, kubeconfig and watching are not simulated:
 * kinds and names come from the schema, and {@code delete} does not wait for the end of the object.
 */
package dev.wavetank.model.kubectl;
