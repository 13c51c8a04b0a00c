package dev.wavetank.model.controller.daemonset;

import java.util.ArrayList;
import java.util.List;

/**
 * What is to be done on nodes.
 *
 * @param nodes that need a pod
 * @param surplus names of the pods that have to go
 */
record NodeWork(List<String> nodes, List<String> surplus) {

    /** Nothing yet. */
    NodeWork() {
        this(new ArrayList<>(), new ArrayList<>());
    }
}
