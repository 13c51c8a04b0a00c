package dev.wavetank.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads text files; a failure has one sentence. */
public final class InputFiles {

    private InputFiles() {}

    /** The path, if it can be one. */
    public static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException impossible) {
            throw new BadInputException("'" + name + "' cannot be the name of a file", impossible);
        }
    }

    /** The text of a file. */
    public static String read(String name) {
        return read(name, path(name));
    }

    /**
     * The text of a file.
     *
     * @param name how the user wrote it
     * @param path where it is
     */
    public static String read(String name, Path path) {
        if (name.isBlank()) {
            throw new BadInputException("the name of a file is missing");
        }
        if (Files.isDirectory(path)) {
            throw new BadInputException(name + " is a directory: name the files in it");
        }
        try {
            return text(name, Files.readAllBytes(path));
        } catch (NoSuchFileException missing) {
            throw new BadInputException("there is no file " + name + ": check the name and the directory", missing);
        } catch (AccessDeniedException denied) {
            throw new BadInputException("the file " + name + " may not be read: check its permissions", denied);
        } catch (IOException failure) {
            throw new BadInputException("the file " + name + " cannot be read: " + failure.getMessage(), failure);
        }
    }

    /** The text of standard input. */
    public static String read(InputStream in) {
        try {
            return text("-", in.readAllBytes());
        } catch (IOException failure) {
            throw new UncheckedIOException("standard input cannot be read", failure);
        }
    }

    private static String text(String name, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw new BadInputException("the file " + name + " is not text in UTF-8", notText);
        }
    }
}
