/**
 * What is on one node, as the tools of a node print it, and for programs.
 */
@NullMarked
package dev.wavetank.cli.inspect;

import org.jspecify.annotations.NullMarked;
