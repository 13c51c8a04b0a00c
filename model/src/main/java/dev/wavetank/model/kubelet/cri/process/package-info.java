/**
 * What the processes of containers do: whether and when they end, which files they make, which ports they listen on,
 * how they take a signal. A small part of the shell's language, and behaviours that annotations of a pod give.
 *
 * <p>Does not live here: who starts and stops them ({@code cri}).
 */
@NullMarked
package dev.wavetank.model.kubelet.cri.process;

import org.jspecify.annotations.NullMarked;
