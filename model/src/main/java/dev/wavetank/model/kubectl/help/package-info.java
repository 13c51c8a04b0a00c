/**
 * The pages of help: how a command is used, the commands below it, and its flags with their defaults. The real pages
 * also have sentences and examples.
 */
@NullMarked
package dev.wavetank.model.kubectl.help;

import org.jspecify.annotations.NullMarked;
