/** Configuration, accounts and rights. */
@NullMarked
package dev.wavetank.model.kubectl.describe.config;

import org.jspecify.annotations.NullMarked;
