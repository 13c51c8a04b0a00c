/**
 * Makes volumes for claims, and deletes them: stands for the provisioners that run in a cluster beside the drivers of
 * its storage (sig-storage-lib-external-provisioner). It is hosted by the controller manager, so that it fails and
 * comes back with it, and serves every class whose provisioner is none of Kubernetes' own.
 */
@NullMarked
package dev.wavetank.model.controller.provisioner;

import org.jspecify.annotations.NullMarked;
