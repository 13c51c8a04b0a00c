package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.ObjectCodec;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchemeTest {

    private static final ResourceType BOATS = new ResourceType("harbour.example", "v1", "Boat", "boats", true);
    private static final String STORED = "{\"apiVersion\":\"harbour.example/v1\",\"kind\":\"Boat\","
            + "\"metadata\":{\"name\":\"ann\",\"namespace\":\"default\"},\"spec\":{\"masts\":2,\"colour\":\"red\"}}";

    record Boat(ObjectMeta metadata, Spec spec) implements KubernetesObject {
        @Override
        public String apiVersion() {
            return "harbour.example/v1";
        }

        @Override
        public String kind() {
            return "Boat";
        }

        @Override
        public Boat withMetadata(ObjectMeta changed) {
            return new Boat(changed, spec);
        }

        record Spec(int masts, @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {}
    }

    private final ObjectCodec codec = new ObjectCodec();
    private final KubernetesObject stored = codec.decode(codec.tree(STORED));

    @Test
    void a_stored_tree_is_read_as_the_users_record() {
        Boat boat = Scheme.typed(stored, Boat.class);

        assertThat(boat.spec().masts()).isEqualTo(2);
        assertThat(boat.spec().other()).containsEntry("colour", "red");
    }

    @Test
    void a_record_goes_back_to_the_server_as_the_tree_it_came_from() {
        Boat boat = Scheme.typed(stored, Boat.class);

        ApiRequest.Create sent = (ApiRequest.Create) Scheme.untyped(ApiRequest.Create.of(BOATS, boat));

        assertThat(stored).isInstanceOf(GenericObject.class);
        assertThat(sent.body()).isEqualTo(stored);
    }

    @Test
    void a_field_without_a_place_is_refused_rather_than_lost() {
        String more = STORED.replace("\"spec\"", "\"status\":{\"afloat\":true},\"spec\"");

        assertThatThrownBy(() -> Scheme.typed(codec.decode(codec.tree(more)), Boat.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Boat default/ann as Boat: status");
    }

    @Test
    void an_object_is_read_from_yaml_and_only_one() {
        String yaml = """
                apiVersion: harbour.example/v1
                kind: Boat
                metadata: {name: ann}
                spec: {masts: 2, colour: red}
                """;

        assertThat(Scheme.parse(yaml, Boat.class).spec().other()).containsEntry("colour", "red");
        assertThatThrownBy(() -> Scheme.parse(yaml + "---\n" + yaml, Boat.class))
                .hasMessageStartingWith("one object was expected, found 2");
    }
}
