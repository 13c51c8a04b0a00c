/** Services and where their pods are reached: Endpoints and EndpointSlices. */
package dev.wavetank.model.apiserver.registry.service;
