package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.wire.ClientLog;
import dev.wavetank.model.kubectl.wire.Output;
import dev.wavetank.model.kubectl.wire.RestClient;
import dev.wavetank.model.kubectl.wire.ServerErrors;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.random.RandomStream;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The parts that all commands share.
 *
 * @param version of the command
 * @param namespace of commands that name none
 * @param rest sends HTTP requests
 * @param log what the command prints about itself
 * @param output what the command prints
 * @param clock what the user's clock shows
 * @param schema kinds and their names
 * @param codec between trees and objects
 * @param errors wording of the server's errors
 * @param names for random parts of names
 * @param pause runs an action after that many nanoseconds
 */
public record SessionTools(
        KubernetesVersion version,
        String namespace,
        RestClient rest,
        ClientLog log,
        Output output,
        Supplier<Instant> clock,
        Schema schema,
        ObjectCodec codec,
        ServerErrors errors,
        RandomStream names,
        BiConsumer<Long, Runnable> pause) {}
