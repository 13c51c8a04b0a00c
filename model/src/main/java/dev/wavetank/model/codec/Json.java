package dev.wavetank.model.codec;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** How Jackson has to treat the API records to lose nothing. */
final class Json {

    private Json() {}

    /** A mapper for the records; about a tenth of a second on first use, so make one and keep it. */
    static JsonMapper mapper() {
        SimpleModule strings = new SimpleModule("strings");
        strings.addDeserializer(String.class, new InternedText());
        strings.addKeyDeserializer(String.class, new InternedKey());
        strings.addDeserializer(Instant.class, new InstantText());
        return JsonMapper.builder()
                .addModule(strings)
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.USE_LONG_FOR_INTS)
                .changeDefaultVisibility(seen -> seen.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
                .changeDefaultPropertyInclusion(given -> given.withValueInclusion(JsonInclude.Include.NON_NULL))
                .withConfigOverride(List.class, list -> list.setInclude(onlyFilled()))
                .withConfigOverride(Map.class, map -> map.setInclude(onlyFilled()))
                .addMixIn(PodSpec.class, PodSpecFields.class)
                .addMixIn(Container.class, ContainerFields.class)
                .addMixIn(ApiEvent.class, ApiEventFields.class)
                .addMixIn(Pod.Condition.class, PodConditionFields.class)
                .addMixIn(Pod.Terminated.class, TerminatedFields.class)
                .build();
    }

    /** Indented as Go's encoder does it for kubectl: four spaces, one item a line. */
    static PrettyPrinter indented() {
        DefaultIndenter indenter = new DefaultIndenter("    ", "\n");
        Separators separators = Separators.createDefaultInstance()
                .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator("");
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(separators);
        printer.indentObjectsWith(indenter);
        printer.indentArraysWith(indenter);
        return printer;
    }

    private static JsonInclude.Value onlyFilled() {
        return JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS);
    }

    /** Structs that are kept as maps: an empty one was given, and says something. */
    private interface PodSpecFields {

        @JsonInclude(JsonInclude.Include.NON_NULL)
        Map<String, Object> securityContext();

        @JsonInclude(JsonInclude.Include.NON_NULL)
        Map<String, Object> affinity();
    }

    /** As for {@link PodSpecFields}. */
    private interface ContainerFields {

        @JsonInclude(JsonInclude.Include.NON_NULL)
        Map<String, Object> livenessProbe();

        @JsonInclude(JsonInclude.Include.NON_NULL)
        Map<String, Object> readinessProbe();
    }

    /** Go never omits a time that is no pointer: {@code omitempty} does not know empty structs. */
    private interface PodConditionFields {

        @JsonInclude(JsonInclude.Include.ALWAYS)
        Instant lastProbeTime();

        @JsonInclude(JsonInclude.Include.ALWAYS)
        Instant lastTransitionTime();
    }

    /** As for {@link PodConditionFields}. */
    private interface TerminatedFields {

        @JsonInclude(JsonInclude.Include.ALWAYS)
        Instant startedAt();

        @JsonInclude(JsonInclude.Include.ALWAYS)
        Instant finishedAt();
    }

    /** The one field of Kubernetes' type MicroTime: always six decimals. */
    private interface ApiEventFields {

        @JsonFormat(shape = JsonFormat.Shape.STRING, pattern = "yyyy-MM-dd'T'HH:mm:ss.SSSSSSX", timezone = "UTC")
        Instant eventTime();
    }

    /**
     * Text, the same instance for the same text: names, labels and images repeat in every pod. A number becomes
     * text, because a quantity may be written as one.
     */
    private static final class InternedText extends StdScalarDeserializer<String> {

        private InternedText() {
            super(String.class);
        }

        @Override
        public String deserialize(JsonParser parser, DeserializationContext context) {
            String text = parser.getValueAsString();
            if (text == null) {
                return (String) context.handleUnexpectedToken(String.class, parser);
            }
            return text.intern();
        }
    }

    /** Keys of maps, the same instance for the same text. */
    private static final class InternedKey extends KeyDeserializer {

        @Override
        public Object deserializeKey(String key, DeserializationContext context) {
            return key.intern();
        }
    }
}
