export const LANGUAGES = ['curl', 'JavaScript', 'Python', 'Java'] as const
export type Language = (typeof LANGUAGES)[number]

/** Returns a program that creates a task on a board. */
export function snippetOf(language: Language, baseUrl: string): string {
  const url = `${baseUrl}/api/v1/tasks`
  switch (language) {
    case 'curl':
      return `curl ${url} \\
  -H 'Content-Type: application/json' \\
  -d '{"title": "Buy milk", "status": "TODO"}'`
    case 'JavaScript':
      return `const response = await fetch('${url}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ title: 'Buy milk', status: 'TODO' }),
})
console.log(response.status, await response.json())`
    case 'Python':
      return `import requests

response = requests.post(
    "${url}",
    json={"title": "Buy milk", "status": "TODO"},
)
print(response.status_code, response.json())`
    case 'Java':
      return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Main {
    public static void main(String[] args) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("${url}"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\\"title\\": \\"Buy milk\\", \\"status\\": \\"TODO\\"}"))
            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}`
  }
}
