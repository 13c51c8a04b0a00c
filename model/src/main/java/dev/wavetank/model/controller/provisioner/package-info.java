/**
 * Makes volumes for claims, and deletes them: stands for the external provisioners of storage drivers
 * (sig-storage-lib-external-provisioner). The controller manager hosts it, so it crashes and restarts with it. It
 * serves every class whose provisioner is not built into Kubernetes.
 */
package dev.wavetank.model.controller.provisioner;
