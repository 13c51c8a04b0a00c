package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A cluster with ConfigMaps that own each other. */
final class OwnershipWorld {

    static final ResourceType CONFIG_MAPS = new ResourceType("", "v1", "ConfigMap", "configmaps", true);

    final TestCluster cluster = new TestCluster(3);

    KubernetesObject configMap(String name, OwnerReference... owners) {
        return configMap(name, List.of(), owners);
    }

    KubernetesObject configMap(String name, List<String> finalizers, OwnerReference... owners) {
        return create(CONFIG_MAPS, object("v1", "ConfigMap", "default", name, finalizers, owners));
    }

    static KubernetesObject object(
            String apiVersion,
            String kind,
            String namespace,
            String name,
            List<String> finalizers,
            OwnerReference... owners) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", apiVersion);
        tree.put("kind", kind);
        return new ObjectCodec()
                .decode(tree)
                .withMetadata(ObjectMetaBuilder.builder()
                        .namespace(namespace)
                        .name(name)
                        .finalizers(finalizers)
                        .ownerReferences(List.of(owners))
                        .build());
    }

    KubernetesObject create(ResourceType type, KubernetesObject object) {
        ApiResponse response = cluster.ask(ApiRequest.Create.of(type, object));
        assertThat(response).isInstanceOf(ApiResponse.One.class);
        return ((ApiResponse.One) response).object();
    }

    static OwnerReference owned(KubernetesObject owner, boolean blocks) {
        return new OwnerReference(
                owner.apiVersion(), owner.kind(), owner.metadata().name(), owner.uid(), null, blocks);
    }

    void delete(String name, String policy) {
        cluster.ask(
                new ApiRequest.Delete(CONFIG_MAPS, "default", name, new ApiRequest.DeleteOptions(null, null, policy)));
    }

    void patch(String name, String merge) {
        ApiResponse response = cluster.ask(
                new ApiRequest.Patch(CONFIG_MAPS, "default", name, "", new ApiRequest.Change.Merge(tree(merge))));
        assertThat(response.code()).isEqualTo(200);
    }

    KubernetesObject get(String name) {
        return ((ApiResponse.One) cluster.ask(new ApiRequest.Get(CONFIG_MAPS, "default", name))).object();
    }

    List<String> names() {
        return cluster.list(CONFIG_MAPS, KubernetesObject.class).stream()
                .map(object -> object.metadata().name())
                .filter(name -> !name.startsWith("kube-root"))
                .sorted()
                .toList();
    }

    List<String> deletionOrder() {
        return cluster.entries.stream()
                .filter(entry -> entry.record().type().equals("store.deleted"))
                .map(entry -> entry.record().subject())
                .filter(subject -> subject.startsWith("configmaps/"))
                .map(subject -> subject.substring(subject.lastIndexOf('/') + 1))
                .toList();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> tree(String json) {
        return (Map<String, Object>) GoJsonReader.parse(json);
    }
}
