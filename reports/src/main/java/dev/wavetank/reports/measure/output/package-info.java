/**
 * What people and programs read of a measurement: tables as text, Markdown and CSV, and JSON that can be read again.
 *
 * <p>Rules: equal measurements give equal bytes; what never ended is written as {@code never} or null. Does not live
 * here: how anything is counted.
 */
@NullMarked
package dev.wavetank.reports.measure.output;

import org.jspecify.annotations.NullMarked;
