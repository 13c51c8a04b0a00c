/**
 * The controller of ReplicationControllers: the ReplicaSet controller, which converts every ReplicationController to
 * a ReplicaSet, as in Kubernetes itself. Only what differs between the two kinds lives here.
 */
@NullMarked
package dev.wavetank.model.controller.replicationcontroller;

import org.jspecify.annotations.NullMarked;
