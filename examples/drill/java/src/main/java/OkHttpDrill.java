import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

/** OkHttp with its defaults. */
class OkHttpDrill {
    private static final OkHttpClient CLIENT = new OkHttpClient();
    private static final MediaType JSON = MediaType.get("application/json");

    static String send(String method, String url, String json) throws IOException {
        var body = json == null ? null : RequestBody.create(json, JSON);
        var request = new Request.Builder().url(url).method(method, body).build();
        try (var response = CLIENT.newCall(request).execute()) {
            if (!response.isSuccessful()) throw new IOException("status " + response.code());
            return response.body().string();
        }
    }

    public static void main(String[] arguments) {
        Task.run(OkHttpDrill::send);
    }
}
