/** Kinds of the group {@code discovery.k8s.io}: where the pods of services are found. Records only, no behaviour. */
package dev.wavetank.model.api.discovery;
