package dev.wavetank.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that the tests give to the command. */
final class InputFile {

    static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: web, image: nginx}]}
            """;

    static final String SERVICE = """
            apiVersion: v1
            kind: Service
            metadata: {name: web}
            spec: {ports: [{port: 80}], selector: {app: web}}
            """;

    private InputFile() {}

    static String write(Path directory, String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text).toString();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
