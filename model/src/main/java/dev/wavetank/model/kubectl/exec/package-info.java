/** {@code exec}: commands in the containers of pods, as far as the model understands them. */
@NullMarked
package dev.wavetank.model.kubectl.exec;

import org.jspecify.annotations.NullMarked;
