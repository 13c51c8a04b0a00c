package dev.wavetank.junit;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.guided.CorpusFolder;
import dev.wavetank.sim.VirtualTime;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes the invocations of a {@link StormTest}: one for each failure of its corpus, then one for its seeds. */
final class StormExtension implements TestTemplateInvocationContextProvider {

    /** The configuration parameter that replaces how many seeds are run. */
    static final String SEEDS = "wavetank.seeds";

    /** The configuration parameter that replaces the first seed. */
    static final String FIRST_SEED = "wavetank.first-seed";

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        StormTest test = annotation(method);
        Path folder = Path.of(context.getRequiredTestClass().getSimpleName(), method.getName());
        Path corpus = Path.of(test.corpus()).resolve(folder);
        List<StormCheck> checks = new ArrayList<>();
        CorpusFolder.files(corpus).forEach(file -> checks.add(new CorpusCheck(file)));
        checks.add(new SeedsCheck(
                seeds(test, context), Path.of(test.failures()).resolve(folder), new FailureMessage(corpus)));
        ClusterParts parts = configured("order", () -> ClusterParts.DEFAULT.withOrder(test.order()));
        return checks.stream().map(check -> new Invocation(check, parts));
    }

    private static StormTest annotation(Method method) {
        return AnnotationSupport.findAnnotation(method, StormTest.class)
                .orElseThrow(() -> new ExtensionConfigurationException("annotate the test with @StormTest"));
    }

    private static SeedsCheck.Seeds seeds(StormTest test, ExtensionContext context) {
        long count = parameter(context, SEEDS, test.seeds());
        if (count < 1) {
            throw new ExtensionConfigurationException("seeds: at least 1 is run, was " + count);
        }
        List<String> kinds = List.of(test.faultKinds());
        boolean aims = !kinds.isEmpty() || test.aimingAt().length > 0;
        if (aims && test.faults() == FaultSampler.Intensity.NONE) {
            throw new ExtensionConfigurationException(
                    "@StormTest: faultKinds and aimingAt say which faults are drawn, and faults = NONE draws none");
        }
        FaultSampler sampler = test.faults() == FaultSampler.Intensity.NONE
                ? null
                : configured("faultKinds", () -> new FaultSampler(test.faults(), kinds).aimingAt(test.aimingAt()));
        long budget = test.budget().isEmpty() ? 0 : configured("budget", () -> VirtualTime.parse(test.budget()));
        return new SeedsCheck.Seeds(parameter(context, FIRST_SEED, test.firstSeed()), count, sampler, budget);
    }

    private static long parameter(ExtensionContext context, String name, long otherwise) {
        return context.getConfigurationParameter(name)
                .map(text -> configured(name, () -> Long.parseLong(text)))
                .orElse(otherwise);
    }

    private static <T> T configured(String name, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException wrong) {
            throw new ExtensionConfigurationException("@StormTest, " + name + ": " + wrong.getMessage(), wrong);
        }
    }

    /** One invocation of the test. */
    private record Invocation(StormCheck check, ClusterParts parts) implements TestTemplateInvocationContext {

        @Override
        public String getDisplayName(int index) {
            return check.name();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Parameter(), new Reported());
        }

        /** Gives the test its storm. */
        private final class Parameter implements ParameterResolver {
            @Override
            public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
                return parameter.getParameter().getType() == Storm.class;
            }

            @Override
            public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
                return new Storm(check, new Storm.Subject(null, parts, Judges.DEFAULT));
            }
        }

        /** Reports what was run; a test that checks nothing does not pass. */
        private final class Reported implements AfterTestExecutionCallback {
            @Override
            public void afterTestExecution(ExtensionContext context) {
                StormResult result = check.result();
                if (result != null) {
                    context.publishReportEntry("storm", result.toString());
                } else if (context.getExecutionException().isEmpty()) {
                    throw new AssertionError("the storm was not checked, so nothing was tested: end with .check()");
                }
            }
        }
    }
}
