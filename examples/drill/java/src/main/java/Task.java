import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The task of the drill: creates 20 tasks, moves ten, reads all pages, and reads a task that does not exist. */
class Task {
    /** Sends a request, and returns the body of the response. Throws if there is none, or if it is an error. */
    interface Client {
        String send(String method, String url, String json) throws Exception;
    }

    private static boolean failed = false;

    /** Does the task. A request that fails is reported, and the next one follows. */
    static void run(Client client) {
        var json = "{\"title\": \"Drill task %02d\", \"status\": \"%s\"}";
        var tasks = new JsonObject[21];
        for (int n = 1; n <= 20; n++) tasks[n] = attempt(client, "POST", "/tasks", json.formatted(n, "TODO"));
        for (int n = 1; n <= 10; n++) {
            var status = n <= 5 ? "IN_PROGRESS" : "DONE";
            if (tasks[n].has("id")) attempt(client, "PUT", "/tasks/" + tasks[n].get("id"), json.formatted(n, status));
        }
        for (int page = 0, pages = 10; page < pages; page++) {
            var list = attempt(client, "GET", "/tasks?page=" + page + "&size=2", null);
            if (list.has("totalPages")) pages = list.get("totalPages").getAsInt();
        }
        var exitCode = failed ? 1 : 0;
        attempt(client, "GET", "/tasks/999999", null); // This task does not exist, so 404 is right.
        System.exit(exitCode);
    }

    private static JsonObject attempt(Client client, String method, String path, String json) {
        try {
            return JsonParser.parseString(client.send(method, System.getenv("TASKS_URL") + path, json)).getAsJsonObject();
        } catch (Exception error) {
            System.err.println(method + " " + path + ": " + error);
            failed = true;
            return new JsonObject();
        }
    }
}
