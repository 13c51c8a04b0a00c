package dev.wavetank.cli.execution;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.InputFiles;
import dev.wavetank.model.apiserver.audit.AuditBackend;
import dev.wavetank.model.apiserver.audit.AuditPolicy;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The file that receives the API server's audit log, one event a line; or none, when no file is given. The same
 * tools read it and a real cluster's log.
 */
public final class AuditFile implements AuditBackend, AutoCloseable {

    private static final String CONTENT = "audit log";

    private final Path file;
    private final Writer writer;
    private final AuditPolicy policy;
    private final ObjectCodec codec = new ObjectCodec();

    private AuditFile(Path file, Writer writer, AuditPolicy policy) {
        this.file = file;
        this.writer = writer;
        this.policy = policy;
    }

    /**
     * Opens the file.
     *
     * @param file the file, or null for none
     * @param policy file of the audit policy, or null for everything
     */
    public static AuditFile open(Path file, Path policy) {
        if (file == null) {
            if (policy != null) {
                throw new BadInputException("--audit-policy says what --audit-log writes: give --audit-log FILE too");
            }
            return new AuditFile(null, null, AuditPolicy.NOTHING);
        }
        AuditPolicy read = policy == null ? AuditPolicy.EVERYTHING : policy(policy);
        try {
            return new AuditFile(file, Files.newBufferedWriter(file), read);
        } catch (IOException failure) {
            throw SinkFile.unwritable(file, CONTENT, failure);
        }
    }

    private static AuditPolicy policy(Path file) {
        try {
            List<YamlDocument> documents = YamlReader.read(file.toString(), InputFiles.read(file.toString()));
            if (documents.size() != 1) {
                throw new BadInputException(
                        file + ": an audit policy is one document, this file has " + documents.size());
            }
            return AuditPolicy.of(documents.get(0).root());
        } catch (ManifestException wrong) {
            throw new BadInputException(wrong.getMessage(), wrong);
        } catch (IllegalArgumentException wrong) {
            throw new BadInputException(file + ": " + wrong.getMessage(), wrong);
        }
    }

    /** Makes the API server of these parts write to the file, if there is one. */
    public ClusterParts listenTo(ClusterParts parts) {
        return writer == null ? parts : parts.withApiServer(parts.apiServer().withAudit(policy, this));
    }

    @Override
    public void write(Map<String, Object> event) {
        try {
            writer.append(codec.json(event)).append('\n');
        } catch (IOException failure) {
            throw SinkFile.unwritable(file, CONTENT, failure);
        }
    }

    @Override
    public void close() {
        if (writer != null) {
            try {
                writer.close();
            } catch (IOException failure) {
                throw SinkFile.unwritable(file, CONTENT, failure);
            }
        }
    }
}
