package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import java.util.List;
import java.util.Objects;

/** Nodes. A kubelet registers its node together with the status. */
public final class NodeStrategy implements Strategy<Node> {

    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

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
        taints(node, errors);
    }

    /** As {@code validateNodeTaints} of pkg/apis/core/validation/validation.go judges them (v1.32). */
    private static void taints(Node node, FieldErrors errors) {
        List<Node.Taint> taints = node.spec() == null ? List.of() : node.spec().taints();
        for (int i = 0; i < taints.size(); i++) {
            Node.Taint taint = taints.get(i);
            String path = "spec.taints[" + i + "]";
            String key = Objects.toString(taint.key(), "");
            String value = Objects.toString(taint.value(), "");
            MetadataRules.invalid(NameRules.qualified(key), path + ".key", key, errors);
            MetadataRules.invalid(NameRules.labelValue(value), path + ".value", value, errors);
            if (taint.effect() == null || taint.effect().isEmpty()) {
                errors.required(path + ".effect", "");
            } else {
                errors.oneOf(path + ".effect", taint.effect(), EFFECTS);
            }
        }
    }

    @Override
    public Node prepareForUpdate(Node changed, Node before) {
        return changed.withStatus(before.status());
    }

    /**
     * Labels and annotations may change with the status, as flannel's do ({@code nodeStatusStrategy} of
     * pkg/registry/core/node/strategy.go keeps the spec alone).
     */
    @Override
    public Node prepareForStatusUpdate(Node changed, Node before) {
        Node node = before.withStatus(changed.status());
        ObjectMeta given = changed.metadata();
        return given.labels().equals(before.metadata().labels())
                        && given.annotations().equals(before.metadata().annotations())
                ? node
                : node.withMetadata(before.metadata().withLabels(given.labels()).withAnnotations(given.annotations()));
    }

    @Override
    public void validateUpdate(Node changed, Node before, FieldErrors errors) {
        taints(changed, errors);
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
