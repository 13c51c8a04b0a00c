package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import java.util.List;

/** Nodes. A kubelet registers its node together with the status. */
public final class NodeStrategy implements Strategy<Node> {

    @Override
    public Class<Node> kind() {
        return Node.class;
    }

    @Override
    public Node withDefaults(Node node) {
        return node.status() == null ? node.withStatus(new Node.Status(null, null, null, null)) : node;
    }

    @Override
    public Node prepareForCreate(Node node) {
        return node;
    }

    @Override
    public void validate(Node node, FieldErrors errors) {
        // Names are checked for all objects alike.
    }

    @Override
    public Node prepareForUpdate(Node changed, Node before) {
        return changed.withStatus(before.status());
    }

    @Override
    public Node prepareForStatusUpdate(Node changed, Node before) {
        return before.withStatus(changed.status());
    }

    @Override
    public void validateUpdate(Node changed, Node before, FieldErrors errors) {
        // Any change of a node is permitted.
    }

    @Override
    public List<String> selectableFields() {
        return List.of("spec.unschedulable");
    }

    @Override
    public String selectable(Node node, String field) {
        return node.spec() != null && Boolean.TRUE.equals(node.spec().unschedulable()) ? "true" : "false";
    }
}
