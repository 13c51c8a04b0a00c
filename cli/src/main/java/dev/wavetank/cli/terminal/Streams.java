package dev.wavetank.cli.terminal;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * The standard streams of a command.
 *
 * @param in standard input, for {@code -f -}
 * @param out receives the result and nothing else
 * @param err receives messages for people
 * @param terminal whether {@code err} is a terminal, where a progress bar makes sense
 */
public record Streams(InputStream in, PrintStream out, PrintStream err, boolean terminal) {}
