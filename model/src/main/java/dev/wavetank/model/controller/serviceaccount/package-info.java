/**
 * What every namespace gets before anybody asks: the ServiceAccount {@code default}, the ConfigMap with the certificate
 * of the cluster's authority, and, until v1.24, a Secret with a token for every ServiceAccount. Three controllers of
 * the controller manager, small and alike.
 *
 * <p>Does not live here: that pods are given an account and its token (admission), and that tokens are good
 * (authentication).
 */
@NullMarked
package dev.wavetank.model.controller.serviceaccount;

import org.jspecify.annotations.NullMarked;
