import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TaskBoardTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private String tasks;

    /** Creates a board for each test. */
    @BeforeEach
    void createBoard() throws Exception {
        HttpResponse<String> response = post(TaskBoard.url() + "/boards", "{}");
        assertEquals(201, response.statusCode(), response.body());
        tasks = json(response).getAsJsonObject("apis").get("v1").getAsString() + "/tasks";
    }

    @Test
    void createsATask() throws Exception {
        HttpResponse<String> created = post(tasks, "{\"title\": \"Buy milk\", \"status\": \"TODO\"}");
        assertEquals(201, created.statusCode());

        URI task = URI.create(tasks + "/" + json(created).get("id"));
        HttpResponse<String> read = client.send(HttpRequest.newBuilder(task).build(), BodyHandlers.ofString());
        assertEquals(json(created), json(read));
    }

    @Test
    void refusesATaskWithoutATitle() throws Exception {
        HttpResponse<String> refused = post(tasks, "{\"status\": \"TODO\"}");
        assertEquals(400, refused.statusCode());
        assertEquals(Set.of("title"), json(refused).getAsJsonObject("errors").keySet());
    }

    private HttpResponse<String> post(String url, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static JsonObject json(HttpResponse<String> response) {
        return JsonParser.parseString(response.body()).getAsJsonObject();
    }
}
