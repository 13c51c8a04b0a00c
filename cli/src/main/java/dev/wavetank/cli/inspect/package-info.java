/**
 * What is on one node, as the tools of a node print it, and for programs; and what pods did whose requests were lost.
 */
@NullMarked
package dev.wavetank.cli.inspect;

import org.jspecify.annotations.NullMarked;
