/** {@code config}: reads and changes the kubeconfig files of the simulated home. It sends no request. */
@NullMarked
package dev.wavetank.model.kubectl.kubeconfig;

import org.jspecify.annotations.NullMarked;
