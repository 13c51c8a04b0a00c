/** {@code kubectl apply}: creates or changes objects so that they are as files say, from the client's side. */
@NullMarked
package dev.wavetank.model.kubectl.apply;

import org.jspecify.annotations.NullMarked;
