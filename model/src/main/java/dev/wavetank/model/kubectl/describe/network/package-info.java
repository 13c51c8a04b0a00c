/** Services, their endpoints, and the rules about them. */
@NullMarked
package dev.wavetank.model.kubectl.describe.network;

import org.jspecify.annotations.NullMarked;
