/** Services and where their pods are reached: Endpoints and EndpointSlices. */
@NullMarked
package dev.wavetank.model.apiserver.registry.service;

import org.jspecify.annotations.NullMarked;
