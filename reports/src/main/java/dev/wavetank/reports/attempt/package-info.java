/** Why pods went where they went: the attempts of schedulers, as text and as data. */
@NullMarked
package dev.wavetank.reports.attempt;

import org.jspecify.annotations.NullMarked;
