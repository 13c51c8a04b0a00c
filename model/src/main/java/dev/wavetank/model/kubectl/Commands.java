package dev.wavetank.model.kubectl;

import dev.wavetank.model.kubectl.apply.ApplyCommand;
import dev.wavetank.model.kubectl.apply.DiffCommand;
import dev.wavetank.model.kubectl.apply.LastAppliedCommand;
import dev.wavetank.model.kubectl.change.DeleteCommand;
import dev.wavetank.model.kubectl.change.MetadataCommand;
import dev.wavetank.model.kubectl.change.PatchCommand;
import dev.wavetank.model.kubectl.change.ReplaceCommand;
import dev.wavetank.model.kubectl.change.ScaleCommand;
import dev.wavetank.model.kubectl.change.TaintCommand;
import dev.wavetank.model.kubectl.change.WaitCommand;
import dev.wavetank.model.kubectl.create.AutoscaleCommand;
import dev.wavetank.model.kubectl.create.CreateCommand;
import dev.wavetank.model.kubectl.create.ExposeCommand;
import dev.wavetank.model.kubectl.create.JobCommand;
import dev.wavetank.model.kubectl.create.ObjectCommand;
import dev.wavetank.model.kubectl.create.RunCommand;
import dev.wavetank.model.kubectl.create.TokenCommand;
import dev.wavetank.model.kubectl.describe.DescribeCommand;
import dev.wavetank.model.kubectl.exec.DebugCommand;
import dev.wavetank.model.kubectl.exec.ExecCommand;
import dev.wavetank.model.kubectl.explain.ExplainCommand;
import dev.wavetank.model.kubectl.get.GetCommand;
import dev.wavetank.model.kubectl.help.HelpCommand;
import dev.wavetank.model.kubectl.info.ApiResourcesCommand;
import dev.wavetank.model.kubectl.info.ApiVersionsCommand;
import dev.wavetank.model.kubectl.info.CanICommand;
import dev.wavetank.model.kubectl.info.ClusterInfoCommand;
import dev.wavetank.model.kubectl.info.EventsCommand;
import dev.wavetank.model.kubectl.info.RawCommand;
import dev.wavetank.model.kubectl.info.RightsCommand;
import dev.wavetank.model.kubectl.info.VersionCommand;
import dev.wavetank.model.kubectl.info.WhoAmICommand;
import dev.wavetank.model.kubectl.kubeconfig.ConfigCommands;
import dev.wavetank.model.kubectl.kubeconfig.ConfigFiles;
import dev.wavetank.model.kubectl.logs.LogsCommand;
import dev.wavetank.model.kubectl.node.CordonCommand;
import dev.wavetank.model.kubectl.node.DrainCommand;
import dev.wavetank.model.kubectl.rollout.ChangeCommand;
import dev.wavetank.model.kubectl.rollout.HistoryCommand;
import dev.wavetank.model.kubectl.rollout.StatusCommand;
import dev.wavetank.model.kubectl.rollout.UndoCommand;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.set.AccountCommand;
import dev.wavetank.model.kubectl.set.EnvCommand;
import dev.wavetank.model.kubectl.set.ImageCommand;
import dev.wavetank.model.kubectl.set.ResourcesCommand;
import dev.wavetank.model.kubectl.set.SelectorCommand;
import dev.wavetank.model.kubectl.set.SubjectCommand;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.top.TopNodeCommand;
import dev.wavetank.model.kubectl.top.TopPodCommand;

/** Which class carries out which command. */
final class Commands {

    private Commands() {}

    /** The command of a session, its command line checked. */
    static Command of(Session session, ConfigFiles configs) {
        if (session.line().verb().verb().equals("config")) {
            return new ConfigCommands(session, configs);
        }
        return switch (session.line().verb()) {
            case ANNOTATE -> new MetadataCommand(session, MetadataCommand.Field.ANNOTATION);
            case API_RESOURCES -> new ApiResourcesCommand(session);
            case API_VERSIONS -> new ApiVersionsCommand(session);
            case APPLY -> ApplyCommand.of(session);
            case APPLY_SET_LAST_APPLIED -> LastAppliedCommand.set(session);
            case APPLY_VIEW_LAST_APPLIED -> LastAppliedCommand.view(session);
            case AUTH_CAN_I -> session.line().isOn(Flag.LIST) ? new RightsCommand(session) : new CanICommand(session);
            case AUTH_WHO_AM_I -> new WhoAmICommand(session);
            case AUTOSCALE -> new AutoscaleCommand(session);
            case CLUSTER_INFO -> new ClusterInfoCommand(session);
            case CORDON -> new CordonCommand(session, true);
            case DEBUG -> new DebugCommand(session);
            case DELETE -> new DeleteCommand(session);
            case DESCRIBE -> new DescribeCommand(session);
            case DIFF -> new DiffCommand(session);
            case DRAIN -> new DrainCommand(session);
            case EVENTS -> new EventsCommand(session);
            case EXEC -> new ExecCommand(session);
            case EXPLAIN -> new ExplainCommand(session);
            case EXPOSE -> new ExposeCommand(session);
            case GET -> session.line().value(Flag.RAW).isPresent() ? new RawCommand(session) : GetCommand.of(session);
            case HELP, OPTIONS -> new HelpCommand(session);
            case LABEL -> new MetadataCommand(session, MetadataCommand.Field.LABEL);
            case LOGS -> new LogsCommand(session);
            case PATCH -> new PatchCommand(session);
            case REPLACE -> new ReplaceCommand(session);
            case ROLLOUT_HISTORY -> new HistoryCommand(session);
            case ROLLOUT_PAUSE -> new ChangeCommand(session, ChangeCommand.Action.PAUSE);
            case ROLLOUT_RESTART -> new ChangeCommand(session, ChangeCommand.Action.RESTART);
            case ROLLOUT_RESUME -> new ChangeCommand(session, ChangeCommand.Action.RESUME);
            case ROLLOUT_STATUS -> new StatusCommand(session);
            case ROLLOUT_UNDO -> new UndoCommand(session);
            case RUN -> new RunCommand(session);
            case SCALE -> new ScaleCommand(session);
            case SET_ENV -> new EnvCommand(session);
            case SET_IMAGE -> new ImageCommand(session);
            case SET_RESOURCES -> new ResourcesCommand(session);
            case SET_SELECTOR -> new SelectorCommand(session);
            case SET_SERVICE_ACCOUNT -> new AccountCommand(session);
            case SET_SUBJECT -> new SubjectCommand(session);
            case TAINT -> new TaintCommand(session);
            case TOP_NODE -> new TopNodeCommand(session);
            case TOP_POD -> new TopPodCommand(session);
            case UNCORDON -> new CordonCommand(session, false);
            case VERSION -> new VersionCommand(session);
            case WAIT -> new WaitCommand(session);
            default -> creation(session);
        };
    }

    /** The commands {@code create}, of which most make one object of flags. */
    private static Command creation(Session session) {
        return switch (session.line().verb()) {
            case CREATE -> CreateCommand.ofFiles(session);
            case CREATE_JOB -> new JobCommand(session);
            case CREATE_SECRET, CREATE_SERVICE -> {
                if (!session.line().arguments().isEmpty()) {
                    throw session.line().verb().unknown(session.line().arguments());
                }
                yield new HelpCommand(session);
            }
            case CREATE_TOKEN -> new TokenCommand(session);
            default -> new ObjectCommand(session);
        };
    }
}
