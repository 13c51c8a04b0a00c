/**
 * {@code NodeRestriction}: what a kubelet may write.
 *
 * <p>Rules: the order of the checks and their texts are those of the real server, since the first that fails is told.
 * What a kubelet may read is the node authorizer's.
 */
package dev.wavetank.model.apiserver.admission.node;
