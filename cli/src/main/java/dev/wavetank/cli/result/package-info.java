/**
 * Results, for people as text and for programs as JSON.
 *
 * <p>Every time in JSON is a whole number of nanoseconds of virtual time. Does not live here: reports in HTML, which
 * module {@code reports} writes.
 */
package dev.wavetank.cli.result;
