package dev.wavetank.model.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A component of the simulation uses a custom resource through typed requests, as it uses any other. */
class CustomInformerTest {

    private static final ResourceType CRON_TABS =
            new ResourceType("stable.example.com", "v1", "CronTab", "crontabs", true);

    private final ApiServerFixture server = ApiServerFixture.started();

    @SuppressWarnings("unchecked") // JSON has text keys only
    private static GenericObject object(String json) {
        return (GenericObject)
                new ObjectCodec().decode((Map<String, Object>) GoJsonReader.parse(json.replace('\'', '"')));
    }

    private void define() {
        server.done(new ApiRequest.Create(
                Resources.CUSTOM_RESOURCE_DEFINITIONS,
                "",
                "crontabs.stable.example.com",
                "",
                object("{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',"
                        + "'metadata':{'name':'crontabs.stable.example.com'},'spec':{'group':'stable.example.com',"
                        + "'scope':'Namespaced','names':{'plural':'crontabs','kind':'CronTab'},'versions':["
                        + "{'name':'v1','served':true,'storage':true,'subresources':{'status':{}},"
                        + "'schema':{'openAPIV3Schema':{'type':'object','properties':{"
                        + "'spec':{'type':'object','properties':{'replicas':{'type':'integer','default':1}}},"
                        + "'status':{'type':'object','properties':{'ready':{'type':'integer'}}}}}}}]}}")));
    }

    private static GenericObject cronTab(String name, Map<String, Object> other) {
        return new GenericObject("stable.example.com/v1", "CronTab", ObjectMeta.named("default", name), other);
    }

    private static Map<String, Object> fields(String field, String inner, Object value) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put(inner, value);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(field, content);
        return fields;
    }

    private GenericObject create(String name, Map<String, Object> other) {
        return (GenericObject) server.done(new ApiRequest.Create(CRON_TABS, "default", name, "", cronTab(name, other)));
    }

    /** A program's own record. */
    record CronTab(ObjectMeta metadata, Map<String, Object> spec) implements KubernetesObject {
        @Override
        public String apiVersion() {
            return CRON_TABS.apiVersion();
        }

        @Override
        public String kind() {
            return CRON_TABS.kind();
        }

        @Override
        public CronTab withMetadata(ObjectMeta changed) {
            return new CronTab(changed, spec);
        }
    }

    @Test
    void an_informer_that_was_asked_for_untyped_serves_a_typed_asker_who_comes_later() {
        define();
        create("a", fields("spec", "replicas", 2L));
        Informer<KubernetesObject> untyped =
                server.informer(CRON_TABS, KubernetesObject.class).informer();
        server.run();
        assertThat(untyped.all()).hasOnlyElementsOfType(GenericObject.class).hasSize(1);

        Informer<CronTab> typed = untyped.narrowedTo(CronTab.class);
        List<CronTab> seen = new ArrayList<>();
        typed.addHandler(Informer.Handler.always(seen::add));
        create("b", fields("spec", "replicas", 3L));
        server.run();

        assertThat(typed.all())
                .extracting(CronTab::spec)
                .containsExactly(Map.of("replicas", 2L), Map.of("replicas", 3L));
        assertThat(seen).extracting(CronTab::key).extracting(ObjectKey::name).containsExactly("a", "b");
        assertThat(untyped.narrowedTo(KubernetesObject.class)).isSameAs(untyped);
        assertThatThrownBy(() -> typed.narrowedTo(Pod.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an informer of CronTab cannot hold Pod: use one record for all objects of a resource");
    }

    @Test
    void what_nobody_has_defined_is_not_there() {
        assertThat(server.refusal(new ApiRequest.List(CRON_TABS, "", ApiRequest.Selection.ALL)))
                .isEqualTo("404 the server could not find the requested resource");
        List<WatchEvent> events = server.watch(CRON_TABS, ApiRequest.Selection.ALL, 0);
        server.run();
        assertThat(events)
                .singleElement()
                .satisfies(event -> assertThat(event.error().code()).isEqualTo(404));
    }

    @Test
    void an_object_is_created_pruned_defaulted_and_refused_when_it_is_wrong() {
        define();
        GenericObject made = create("a", fields("spec", "unknown", 1L));
        assertThat(made.other()).isEqualTo(fields("spec", "replicas", 1L));
        assertThat(server.refusal(new ApiRequest.Create(
                        CRON_TABS, "default", "b", "", cronTab("b", fields("spec", "replicas", "many")))))
                .isEqualTo("422 CronTab.stable.example.com \"b\" is invalid: spec.replicas: Invalid value: \"string\":"
                        + " spec.replicas in body must be of type integer: \"string\"");
    }

    @Test
    void the_status_is_updated_and_a_stale_update_refused() {
        define();
        GenericObject made = create("a", fields("spec", "replicas", 2L));
        GenericObject ready = made.withOther(fields("status", "ready", 2L));
        GenericObject updated = (GenericObject) server.done(new ApiRequest.Update(CRON_TABS, "status", ready));
        assertThat(updated.other().get("spec")).isEqualTo(made.other().get("spec"));
        assertThat(updated.other().get("status")).isEqualTo(ready.other().get("status"));
        assertThat(updated.metadata().generation()).isEqualTo(1);
        assertThat(server.send(new ApiRequest.Update(CRON_TABS, "status", ready)))
                .isInstanceOfSatisfying(
                        ApiResponse.Failed.class,
                        failed -> assertThat(failed.status().code()).isEqualTo(409));
    }

    @Test
    void a_merge_patch_by_a_component_changes_the_status_alone() {
        define();
        create("a", fields("spec", "replicas", 2L));
        GenericObject patched = (GenericObject) server.done(new ApiRequest.Patch(
                CRON_TABS, "default", "a", "status", new ApiRequest.Change.Merge(fields("status", "ready", 1L))));
        assertThat(patched.other().get("status")).isEqualTo(Map.of("ready", 1L));
        assertThat(patched.other().get("spec")).isEqualTo(Map.of("replicas", 2L));
    }

    @Test
    void an_informer_follows_the_objects() {
        define();
        create("a", fields("spec", "replicas", 1L));
        InformerProbe<GenericObject> probe = server.informer(CRON_TABS, GenericObject.class);
        server.run();
        assertThat(probe.informer().isSynced()).isTrue();
        GenericObject second = create("b", fields("spec", "replicas", 3L));
        server.done(new ApiRequest.Update(CRON_TABS, "status", second.withOther(fields("status", "ready", 3L))));
        server.run();
        assertThat(probe.informer()
                        .cached(new ObjectKey("default", "b"))
                        .other()
                        .get("status"))
                .isEqualTo(Map.of("ready", 3L));
        server.done(new ApiRequest.Delete(CRON_TABS, "default", "a", ApiRequest.DeleteOptions.DEFAULT));
        server.run();
        assertThat(probe.told()).containsExactly("added a", "added b", "updated b", "deleted a");
    }
}
