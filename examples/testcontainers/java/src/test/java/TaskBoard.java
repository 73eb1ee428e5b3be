import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/** A service: the one at TASK_BOARD_URL, or a container that all tests share and that Testcontainers stops at the end. */
final class TaskBoard {
    private static final int PORT = 3000;
    private static final String URL = start();

    private TaskBoard() {}

    /** Returns the URL of the service. */
    static String url() {
        return URL;
    }

    private static String start() {
        String url = System.getenv("TASK_BOARD_URL");
        if (url != null) return url;
        GenericContainer<?> container = new GenericContainer<>(
                System.getenv().getOrDefault("TASK_BOARD_IMAGE", "task-board-service"))
            .withEnv("BOARDS", "open")
            .withEnv("DATABASE_URL", "sqlite::memory:")
            .withExposedPorts(PORT)
            .waitingFor(Wait.forHttp("/readyz").forPort(PORT).forStatusCode(200));
        container.start();
        return "http://" + container.getHost() + ":" + container.getMappedPort(PORT);
    }
}
