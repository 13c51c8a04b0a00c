/**
 * Addresses of the Internet Protocol, version 4, and ranges of them: numbers to count with, texts to show. And where
 * pods ask for names.
 */
@NullMarked
package dev.wavetank.model.address;

import org.jspecify.annotations.NullMarked;
