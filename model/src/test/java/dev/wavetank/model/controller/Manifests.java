package dev.wavetank.model.controller;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;

/** Objects for tests of controllers, from a few fields in YAML. */
public final class Manifests {

    private Manifests() {}

    /** A node with these fields, such as {@code metadata: {name: n1}}. */
    public static Node node(String fields) {
        return Scheme.parse("{apiVersion: v1, kind: Node, " + fields + "}", Node.class);
    }

    /** A node whose condition {@code Ready} has that status. */
    public static Node node(String name, String ready) {
        return node("metadata: {name: " + name + "}, status: {conditions: [{type: Ready, status: '" + ready + "'}]}");
    }

    /** A pod with these fields, such as {@code metadata: {namespace: default, name: p1}, spec: {nodeName: n1}}. */
    public static Pod pod(String fields) {
        return Scheme.parse("{apiVersion: v1, kind: Pod, " + fields + "}", Pod.class);
    }

    /** A ready pod on a node. */
    public static Pod pod(String name, String node) {
        return pod("metadata: {namespace: default, name: " + name + ", uid: uid-" + name + "}, spec: {nodeName: " + node
                + "}, status: {phase: Running, conditions: [{type: Initialized, status: 'True'},"
                + " {type: Ready, status: 'True'}]}");
    }
}
