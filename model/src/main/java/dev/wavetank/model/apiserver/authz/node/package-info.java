/**
 * What kubelets may do: everything that running the pods of their own node needs, and nothing that it does not.
 *
 * <p>Rules: what a node needs follows from the pods bound to it as far as the server has observed them. Does not live
 * here: what a node may write into its own objects (the admission plugin NodeRestriction).
 */
package dev.wavetank.model.apiserver.authz.node;
