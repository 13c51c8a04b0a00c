/**
 * The objects that every namespace gets by default: the ServiceAccount {@code default}, the ConfigMap with the
 * certificate of the cluster's authority, and, until v1.24, a Secret with a token for every ServiceAccount. Three
 * small, similar controllers.
 *
 * <p>Does not live here: giving pods an account and its token (admission), and checking tokens (authentication).
 */
package dev.wavetank.model.controller.serviceaccount;
