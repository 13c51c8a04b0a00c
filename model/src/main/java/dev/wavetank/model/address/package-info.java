/** Addresses of the Internet Protocol, version 4, and ranges of them: numbers to count with, texts to show. */
package dev.wavetank.model.address;
