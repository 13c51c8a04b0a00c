/**
 * The {@code kubectl} command as a client of the API server: arguments in, exit code and output out.
 *
 * <p>Here are the terminal and the switch from a verb to its command. {@code syntax} parses the command line by a table
 * of verbs and flags, {@code session} is what a running command acts through, and the packages beside them hold the
 * commands. Errors that need no server are reported before any request. Messages are those of the version.
 *
 * <p>Files are passed in as text; nothing is read from disk. Discovery, kubeconfig and watching are not simulated:
 * kinds and names come from the schema, and {@code delete} does not wait for the end of the object.
 */
package dev.wavetank.model.kubectl;
