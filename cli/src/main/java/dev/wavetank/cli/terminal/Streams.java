package dev.wavetank.cli.terminal;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Where a command reads and writes.
 *
 * @param in standard input, for {@code -f -}
 * @param out takes the result and nothing else
 * @param err takes what people should know besides
 * @param terminal whether {@code err} is a terminal, where a progress bar makes sense
 */
public record Streams(InputStream in, PrintStream out, PrintStream err, boolean terminal) {}
