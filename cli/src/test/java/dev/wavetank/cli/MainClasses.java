package dev.wavetank.cli;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** All main classes of all modules, read once: in a reactor build from target/classes, otherwise from the jars. */
final class MainClasses {

    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/wavetank.jar"))
            .importPackages("dev.wavetank");

    private MainClasses() {}
}
