package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.JobBuilder;
import dev.wavetank.model.api.batch.JobSpecBuilder;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.job.JobController;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a pod of a Job that is being deleted gets its successor; there is no kubelet that ends it. */
class JobReplacementTest {

    private final TestCluster cluster = new TestCluster(9, KubernetesVersion.V1_32, controllers());

    private static Map<String, Controller.Factory> controllers() {
        Map<String, Controller.Factory> controllers = new LinkedHashMap<>();
        controllers.put(
                "job",
                environment -> new JobController(
                        environment, new ControllerExpectations(environment.context(), JobController.NAME)));
        return controllers;
    }

    /** A Job with one pod, which is being deleted. */
    private Pod deletedPod(String policy) {
        ObjectMeta template = ObjectMetaBuilder.builder().build();
        Job job = JobBuilder.builder()
                .metadata(ObjectMeta.named("default", "work"))
                .spec(JobSpecBuilder.builder()
                        .parallelism(1)
                        .completions(1)
                        .backoffLimit(6)
                        .podReplacementPolicy(policy)
                        .template(new PodTemplateSpec(
                                template,
                                PodSpecBuilder.builder()
                                        .nodeName("node-1")
                                        .restartPolicy("Never")
                                        .containers(List.of(ContainerBuilder.builder()
                                                .name("c")
                                                .image("busybox")
                                                .build()))
                                        .build()))
                        .build())
                .build();
        assertThat(cluster.ask(ApiRequest.Create.of(Resources.JOBS, job)).code())
                .isEqualTo(201);
        cluster.runFor(3 * VirtualTime.SECOND);
        Pod pod = pods().get(0);
        cluster.ask(new ApiRequest.Delete(
                Resources.PODS, "default", pod.key().name(), new ApiRequest.DeleteOptions(30L, null, null)));
        cluster.runFor(40 * VirtualTime.SECOND);
        return pod;
    }

    private List<Pod> pods() {
        return cluster.list(Resources.PODS, Pod.class);
    }

    private Job.Status status() {
        KubernetesObject stored =
                cluster.list(Resources.JOBS, KubernetesObject.class).get(0);
        return Scheme.typed(stored, Job.class).status();
    }

    @Test
    void it_comes_at_once_when_it_may_overlap() {
        deletedPod("TerminatingOrFailed");

        assertThat(pods()).filteredOn(Pod::isActive).hasSize(1);
        assertThat(status().failed()).isEqualTo(1);
    }

    @Test
    void it_waits_for_the_end_when_it_must_not_overlap_even_if_the_controller_crashes_meanwhile() {
        Pod first = deletedPod("Failed");
        assertThat(pods()).singleElement().extracting(Pod::uid).isEqualTo(first.uid());
        assertThat(status().terminating()).isEqualTo(1);
        assertThat(status().failed()).isNull();

        cluster.crashControllers();
        ApiResponse.One live = (ApiResponse.One) cluster.ask(
                new ApiRequest.Get(Resources.PODS, "default", first.key().name()));
        cluster.ask(new ApiRequest.Update(
                Resources.PODS,
                "status",
                ((Pod) live.object())
                        .withStatus(PodStatusBuilder.builder().phase("Failed").build())));
        cluster.restartControllers();
        cluster.runFor(60 * VirtualTime.SECOND);

        assertThat(pods()).filteredOn(Pod::isActive).hasSize(1);
        assertThat(status().terminating()).isZero();
        assertThat(status().failed()).isEqualTo(1);
    }
}
