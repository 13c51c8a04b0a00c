package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.codec.JsonText;
import dev.wavetank.model.codec.ObjectCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Replays all recorded requests, in order, against one simulated cluster, and compares the answers. */
class RecordedErrorsGoldenTest {

    /** How many are equal. Only ever raised. */
    private static final int EQUAL_MIN = 100;

    private final ObjectCodec codec = new ObjectCodec();

    @Test
    void recorded_requests_get_the_recorded_answers() {
        RecordedCluster cluster = new RecordedCluster();
        RecordedSetup setup = new RecordedSetup(cluster);
        List<RecordedCase> cases = RecordedCase.all();
        List<String> differences = new ArrayList<>();
        for (RecordedCase recorded : cases) {
            try {
                setup.prepare(recorded.name());
            } catch (AssertionError e) {
                differences.add(recorded.name() + ": SETUP " + e.getMessage());
            }
            HttpResponse response = cluster.send(request(recorded, setup));
            Object expected = AnswerForm.of(recorded.body());
            Object found = AnswerForm.of(parsed(response, recorded));
            if (recorded.code() != response.code() || !expected.equals(found)) {
                differences.add(recorded.name() + ": " + recorded.code() + " -> " + response.code() + "  "
                        + AnswerForm.difference("", expected, found));
            }
        }
        int equal = cases.size() - differences.size();
        System.out.println(equal + " of " + cases.size() + " equal\n  " + String.join("\n  ", differences));
        assertThat(equal).as("answers equal to the recorded ones").isGreaterThanOrEqualTo(EQUAL_MIN);
    }

    private HttpRequest request(RecordedCase recorded, RecordedSetup setup) {
        Map<String, String> headers = RecordedCluster.headers(recorded.method(), recorded.token());
        headers.putAll(recorded.headers());
        if (recorded.contentType() != null) {
            headers.put("Content-Type", recorded.contentType());
        }
        return HttpRequest.of(recorded.method(), setup.target(recorded), headers, body(recorded, setup));
    }

    @SuppressWarnings("unchecked") // JSON has text keys only
    private String body(RecordedCase recorded, RecordedSetup setup) {
        Object request = recorded.request();
        if (request == null) {
            return "";
        }
        if (request.equals("<large>")) {
            return setup.largeBody(recorded.name());
        }
        return request instanceof String text ? text : RecordedText.of(request);
    }

    /** The body as it was recorded: a text stays one. */
    private static Object parsed(HttpResponse response, RecordedCase recorded) {
        return recorded.body() instanceof String || !response.body().startsWith("{")
                ? response.body()
                : JsonText.parse(response.body());
    }
}
