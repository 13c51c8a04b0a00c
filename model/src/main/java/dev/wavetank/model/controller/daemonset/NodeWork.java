package dev.wavetank.model.controller.daemonset;

import java.util.ArrayList;
import java.util.List;

/**
 * The creations and deletions of a sync.
 *
 * @param nodes that need a pod
 * @param surplus names of the pods to delete
 */
record NodeWork(List<String> nodes, List<String> surplus) {

    /** No work. */
    NodeWork() {
        this(new ArrayList<>(), new ArrayList<>());
    }
}
