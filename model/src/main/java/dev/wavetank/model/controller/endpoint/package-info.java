/**
 * The endpoints controller: keeps in one Endpoints object per service which pods are behind it. What endpoints and
 * endpoint slices have in common is here too: which services a change of a pod concerns, and which port of a pod a port
 * of a service means.
 *
 * <p>Does not live here: the use of the addresses (the model routes no packets).
 */
package dev.wavetank.model.controller.endpoint;
