package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
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
}
