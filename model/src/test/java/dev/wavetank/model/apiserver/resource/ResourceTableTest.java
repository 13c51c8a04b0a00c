package dev.wavetank.model.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table against what the code of components says, and against itself. */
class ResourceTableTest {

    @ParameterizedTest
    @EnumSource
    void resources_that_components_name_are_served_under_the_same_type(KubernetesVersion version) {
        List<ResourceType> known = new ArrayList<>();
        ResourceTable.of(version).all().forEach(served -> known.add(served.canonical()));
        assertThat(known).containsAll(Resources.ALL);
    }

    @ParameterizedTest
    @EnumSource
    void subresources_belong_to_a_resource_of_the_same_version_and_scope(KubernetesVersion version) {
        ResourceTable table = ResourceTable.of(version);
        for (ServedResource served : table.all()) {
            ServedResource whole = table.find(
                            served.type().group(),
                            served.type().version(),
                            served.type().plural())
                    .orElseThrow();
            assertThat(served.type()).isEqualTo(whole.type());
            assertThat(served.canonical()).isEqualTo(whole.canonical());
        }
    }

    @ParameterizedTest
    @EnumSource
    void keys_in_the_store_are_the_same_for_all_versions_and_differ_between_resources(KubernetesVersion version) {
        List<String> prefixes = new ArrayList<>();
        List<ResourceType> types = new ArrayList<>();
        for (ServedResource served : ResourceTable.of(version).all()) {
            if (served.isStored() && !types.contains(served.canonical())) {
                types.add(served.canonical());
                prefixes.add(served.canonical().storagePrefix(""));
            }
        }
        assertThat(prefixes).doesNotHaveDuplicates().allMatch(prefix -> prefix.startsWith("/registry/"));
        for (String one : prefixes) {
            assertThat(prefixes).noneMatch(other -> !other.equals(one) && other.startsWith(one));
        }
    }
}
