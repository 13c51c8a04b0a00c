/**
 * The controller manager: the component that hosts the controllers, and the environment that it provides to each of
 * them. The controllers themselves live in packages of their own below this one, and may use nothing here but these
 * contracts. What several of them share is in packages below as well: {@code pods} for those that handle pods, {@code
 * owned} for those that own objects, {@code history} for those that keep old templates. Some use others, as upstream:
 * node lifecycle on taint eviction, ReplicationControllers on ReplicaSets, EndpointSlices on Endpoints.
 */
package dev.wavetank.model.controller;
