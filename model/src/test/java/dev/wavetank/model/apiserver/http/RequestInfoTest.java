package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.http.options.RequestInfo;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.sim.Completion;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestInfoTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            emptyValue = "",
            value = {
                "GET | /api/v1/namespaces/a/pods | list pods in a ''",
                "GET | /api/v1/namespaces/a/pods?watch=1 | watch pods in a ''",
                "GET | /api/v1/pods?fieldSelector=metadata.name%3Dx | list pods in  'x'",
                "GET | /api/v1/namespaces/a/pods/x/log | get pods/log in a 'x'",
                "POST | /api/v1/namespaces/a/pods/x/binding | create pods/binding in a 'x'",
                "GET | /api/v1/namespaces/a | get namespaces in a 'a'",
                "PUT | /api/v1/namespaces/a/finalize | update namespaces/finalize in a 'a'",
                "DELETE | /apis/apps/v1/namespaces/a/deployments | deletecollection deployments in a ''",
                "PATCH | /apis/apps/v1/namespaces/a/deployments/d | patch deployments in a 'd'",
                "GET | /apis/apps/v1 | path get /apis/apps/v1",
                "GET | /healthz | path get /healthz",
                "POST | / | path post /",
            })
    void a_path_says_what_a_request_is_about(String method, String target, String expected) {
        RequestInfo info = RequestInfo.of(HttpRequest.of(method, target, Map.of(), ""));
        String found = info.isResource()
                ? info.verb() + " " + info.qualified() + " in " + info.namespace() + " '" + info.name() + "'"
                : "path " + info.verb() + " " + info.path();
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void authorizers_see_the_fields_that_a_list_over_the_wire_selects() {
        String target = "/api/v1/pods?fieldSelector=spec.nodeName%3Dn1,status.phase!%3DFailed";
        HttpRequest request = HttpRequest.of("GET", target, new TreeMap<>(), "");
        WireRequest wire = new WireRequest(request, RequestInfo.of(request), null, new Completion<>());
        Attributes.Resource asked =
                (Attributes.Resource) wire.attributes(User.master("m")).target();
        assertThat(asked.fields()).isEqualTo(Map.of("spec.nodeName", "n1"));
    }
}
