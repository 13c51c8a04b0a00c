/**
 * What an object uses of a quota: the arithmetic that admission and the quota controller have in common. Does not
 * live here: who may use how much, and who writes it down.
 */
@NullMarked
package dev.wavetank.model.quota;

import org.jspecify.annotations.NullMarked;
