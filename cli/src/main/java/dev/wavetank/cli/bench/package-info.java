/**
 * The measurements of {@code wavetank bench}.
 */
package dev.wavetank.cli.bench;
