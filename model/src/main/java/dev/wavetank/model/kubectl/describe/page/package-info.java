/** The text of a description: lines of columns, and the forms of values in it. */
@NullMarked
package dev.wavetank.model.kubectl.describe.page;

import org.jspecify.annotations.NullMarked;
