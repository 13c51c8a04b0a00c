/** Leaving decisions to another component of the cluster, which answers late, wrongly, or not at all. */
package dev.wavetank.model.apiserver.authz.webhook;
