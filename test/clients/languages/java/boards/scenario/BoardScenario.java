package scenario;

import static org.assertj.core.api.Assertions.assertThat;

import client.api.BoardsApi;
import client.api.ClassesApi;
import client.api.FaultsApi;
import client.api.SnapshotsApi;
import client.model.BoardInput;
import client.model.BoardsInput;
import client.model.ClassBoard;
import client.model.ClassInput;
import client.model.ErrorResponse;
import client.model.FaultName;
import client.model.FaultSettings;
import client.model.FaultSettingsInput;
import client.model.NewBoard;
import client.model.NewBoards;
import client.model.NewClass;
import client.model.OptionalFaultRates;
import client.model.ResetInput;
import client.model.Snapshot;
import client.model.SnapshotTask;
import client.model.TrainingClass;
import java.util.List;

/** Creates boards and a class, replays faults, and loads a snapshot. */
public final class BoardScenario {
    private static final String BASE_URL = System.getenv("BASE_URL");

    /** A seed that needs more than 32 bits. */
    private static final long SEED = 9_007_199_254_740_991L;

    private BoardScenario() {}

    public static void main(String[] args) throws Exception {
        NewBoard board = createBoard();
        replaceFaults(board);
        createBoards();
        useClass();
        // Last, because from then on the clients send nulls.
        loadSnapshot(board);
        Expect.data(204, () -> boards(board.getOwnerToken()).deleteBoardWithHttpInfo(board.getId()));
        Expect.error(404, () -> boards(board.getOwnerToken()).getBoardWithHttpInfo(board.getId()));
        System.out.println("boards");
    }

    private static BoardsApi boards(String token) {
        return new BoardsApi(Tool.connect(BASE_URL, token));
    }

    private static NewBoard createBoard() throws Exception {
        BoardInput input = new BoardInput().name("Ada").fixture(BoardInput.FixtureEnum.DEMO);
        NewBoard board = Expect.data(201, () -> boards(null).createBoardWithHttpInfo(input));
        assertThat(board.getName()).isEqualTo("Ada");
        assertThat(board.getBaseUrl().toString()).endsWith("/b/" + board.getId());
        Expect.moment(board.getCreatedAt());
        assertThat(Expect.data(200, () -> boards(board.getOwnerToken()).getBoardWithHttpInfo(board.getId())).getName())
                .isEqualTo("Ada");
        Expect.error(401, () -> boards(null).getBoardWithHttpInfo(board.getId()));
        ErrorResponse error = Expect.error(400, () -> boards(null).createBoardWithHttpInfo(new BoardInput().name(" ")));
        assertThat(error.getErrors()).containsOnlyKeys("name");
        return board;
    }

    private static void replaceFaults(NewBoard board) throws Exception {
        String id = board.getId();
        FaultsApi faults = new FaultsApi(Tool.connect(BASE_URL, board.getOwnerToken()));
        FaultSettings before = Expect.data(200, () -> faults.getFaultsWithHttpInfo(id));
        assertThat(before.getSeed()).isNotNegative();
        FaultSettingsInput input = new FaultSettingsInput()
                .seed(SEED)
                .disclose(true)
                .rates(noFaults())
                .script(List.of(List.of(FaultName.SERVER_ERROR), List.of()));
        FaultSettings after = Expect.data(200, () -> faults.replaceFaultsWithHttpInfo(input, id));
        assertThat(after.getSeed()).isEqualTo(SEED);
        assertThat(after.getOrdinal()).isZero();
        assertThat(after.getScript()).containsExactly(List.of(FaultName.SERVER_ERROR), List.of());
        assertThat(Expect.data(200, () -> faults.getFaultsWithHttpInfo(id))).isEqualTo(after);
    }

    /** Returns a rate for each fault: the service refuses rates that are null, and Gson sends all nulls or none. */
    private static OptionalFaultRates noFaults() {
        return new OptionalFaultRates()
                .slowResponse(0.0)
                .serverError(0.0)
                .searchCase(0.0)
                .missingFields(0.0)
                .pagination(0.0)
                .dateMix(0.0)
                .wrongStatus(0.0);
    }

    private static void loadSnapshot(NewBoard board) throws Exception {
        String id = board.getId();
        SnapshotsApi snapshots = new SnapshotsApi(Tool.sendNulls(Tool.connect(BASE_URL, board.getOwnerToken())));
        Snapshot demo = Expect.data(200, () -> snapshots.getSnapshotWithHttpInfo(id));
        assertThat(demo.getTasks()).isNotEmpty();
        assertThat(demo.getFaults().getSeed()).isEqualTo(SEED);
        Expect.data(204, () -> boards(board.getOwnerToken()).resetBoardWithHttpInfo(id, new ResetInput()));
        assertThat(Expect.data(200, () -> snapshots.getSnapshotWithHttpInfo(id)).getTasks()).isEmpty();
        Expect.data(204, () -> snapshots.loadSnapshotWithHttpInfo(demo, id));
        Snapshot loaded = Expect.data(200, () -> snapshots.getSnapshotWithHttpInfo(id));
        assertThat(loaded.getTasks()).extracting(SnapshotTask::getTitle)
                .isEqualTo(demo.getTasks().stream().map(SnapshotTask::getTitle).toList());
    }

    private static void createBoards() throws Exception {
        BoardsInput input = new BoardsInput().names(List.of("Ada", "Grace"));
        Expect.error(401, () -> boards(null).createBoardsWithHttpInfo(input));
        String administrator = System.getenv("ADMIN_TOKEN");
        NewBoards created = Expect.data(201, () -> boards(administrator).createBoardsWithHttpInfo(input));
        assertThat(created.getBoards()).extracting(NewBoard::getName).containsExactly("Ada", "Grace");
    }

    private static void useClass() throws Exception {
        ClassInput input = new ClassInput().name("Testing APIs").names(List.of("Ada", "Grace"));
        NewClass created =
                Expect.data(201, () -> new ClassesApi(Tool.connect(BASE_URL, null)).createClassWithHttpInfo(input));
        ClassesApi classes = new ClassesApi(Tool.connect(BASE_URL, created.getTrainerSecret()));
        TrainingClass found = Expect.data(200, () -> classes.getClassWithHttpInfo(created.getId()));
        assertThat(found.getBoards()).extracting(ClassBoard::getName).containsExactly("Ada", "Grace");
        assertThat(found.getBoards()).isEqualTo(created.getBoards());
        Expect.data(204, () -> classes.deleteClassWithHttpInfo(created.getId()));
    }
}
