/**
 * What clients got: how many requests of each load were answered, how long they took, and why the others failed. How
 * requests are sent does not live here.
 */
@NullMarked
package dev.wavetank.reports.traffic;

import org.jspecify.annotations.NullMarked;
