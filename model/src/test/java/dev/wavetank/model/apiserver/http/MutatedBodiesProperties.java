package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is wrong with a body, the server lives on, and what it refuses it does not store. */
class MutatedBodiesProperties {

    private static final List<Object> JUNK = List.of(
            "",
            "x",
            "A b",
            "-1",
            "a/b/c",
            "\u0000",
            "\ud800",
            "x".repeat(300),
            0L,
            -1L,
            1L,
            70_000L,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            1.5,
            1e300,
            true,
            false,
            List.of(),
            List.of(1L),
            List.of("a", "a"),
            Map.of(),
            Map.of("", ""),
            Map.of("a", List.of(Map.of())));

    private static final ObjectCodec CODEC = new ObjectCodec();

    @Property(tries = 30)
    void no_mutation_of_a_valid_body_crashes_the_server(@ForAll long seed, @ForAll KubernetesVersion version) {
        RandomStream random = new RandomStreams(seed).stream("mutations");
        LoneServer server = new LoneServer(version);
        for (ValidBodies valid : ValidBodies.all()) {
            String body = CODEC.json(mutated(valid, random));
            check(server, "POST", valid.target(), "application/json", body);
            server.send("POST", valid.target(), "application/json", valid.json());
            String target = valid.target() + "/" + name(valid);
            check(server, "PUT", target, "application/json", CODEC.json(mutated(valid, random)));
            for (String type : List.of(
                    "application/merge-patch+json",
                    "application/strategic-merge-patch+json",
                    "application/apply-patch+yaml")) {
                Map<String, Object> patch = mutated(valid, random);
                check(server, "PATCH", target + "?fieldManager=m&force=true", type, CODEC.json(patch));
            }
        }
    }

    /** The address is taken before the port is refused. */
    @Example
    void a_service_that_gets_no_port_gives_its_address_back() {
        for (KubernetesVersion version : KubernetesVersion.all()) {
            check(
                    new LoneServer(version),
                    "POST",
                    "/api/v1/namespaces/default/services",
                    "application/json",
                    "{\"metadata\":{\"name\":\"np\"},\"spec\":{\"type\":\"NodePort\",\"ports\":[{\"port\":80,"
                            + "\"nodePort\":-1}]}}");
        }
    }

    private static void check(LoneServer server, String method, String target, String type, String body) {
        Map<String, Object> before = server.content();
        HttpResponse response = server.send(method, target, type, body);
        assertThat(response.code()).as(method + " " + target + " " + body).isBetween(200, 599);
        if (response.code() >= 400) {
            assertThat(server.content()).as(method + " " + target + " " + body).isEqualTo(before);
        }
        boolean isUnknownPath = response.code() == 404 && response.body().startsWith("404 page not found");
        if (!isUnknownPath) { // of a group that an old version does not serve
            assertThat(GoJsonReader.parse(response.body())).isInstanceOf(Map.class);
        }
    }

    private static String name(ValidBodies valid) {
        Map<?, ?> tree = (Map<?, ?>) GoJsonReader.parse(valid.json());
        return (String) ((Map<?, ?>) tree.get("metadata")).get("name");
    }

    @SuppressWarnings("unchecked") // JSON has text keys only
    private static Map<String, Object> mutated(ValidBodies valid, RandomStream random) {
        Map<String, Object> tree = (Map<String, Object>) GoJsonReader.parse(valid.json());
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            mutate(tree, random);
        }
        return tree;
    }

    @SuppressWarnings("unchecked") // JSON has text keys only
    private static void mutate(Object node, RandomStream random) {
        if (node instanceof Map<?, ?> found) {
            Map<String, Object> map = (Map<String, Object>) found;
            List<String> keys = new ArrayList<>(map.keySet());
            if (keys.isEmpty() || random.nextInt(12) == 0) {
                map.put(random.nextInt(2) == 0 ? "metadata" : "spec", junk(random));
                return;
            }
            String key = keys.get(random.nextInt(keys.size()));
            Object value = map.get(key);
            int choice = random.nextInt(6);
            if (choice == 0) {
                map.remove(key);
            } else if (choice == 1) {
                map.put(key, null);
            } else if (choice <= 3 || !(value instanceof Map || value instanceof List)) {
                map.put(key, junk(random));
            } else {
                mutate(value, random);
            }
        } else if (node instanceof List<?> found && !found.isEmpty()) {
            List<Object> list = (List<Object>) found;
            int index = random.nextInt(list.size());
            switch (random.nextInt(5)) {
                case 0 -> list.add(list.get(index));
                case 1 -> list.set(index, junk(random));
                case 2 -> list.set(index, null);
                default -> mutate(list.get(index), random);
            }
        }
    }

    private static Object junk(RandomStream random) {
        return JsonTree.copy(JUNK.get(random.nextInt(JUNK.size())));
    }
}
