import { ACCOUNT, type Programs, TASK } from './program.js'

/** Returns a class whose `main` has these lines. */
const program = (baseUrl: string, lines: string) => `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Main {
    public static void main(String[] args) throws Exception {
        var board = "${baseUrl}";
        var client = HttpClient.newHttpClient();
${lines.replaceAll(/^(?=.)/gm, '        ')}
    }
}`

const text = (value: object) => JSON.stringify(JSON.stringify(value))

const post = (name: string, path: string, body: object) => `var ${name} = client.send(
    HttpRequest.newBuilder(URI.create(board + "${path}"))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(${text(body)}))
        .build(),
    HttpResponse.BodyHandlers.ofString());`

const PRINT = 'System.out.println(response.statusCode() + " " + response.body());'

/** Classes for Java 11 or newer. */
export const java: Programs = {
  read: (baseUrl) =>
    program(
      baseUrl,
      `var response = client.send(
    HttpRequest.newBuilder(URI.create(board + "/api/v1/tasks?size=5")).build(),
    HttpResponse.BodyHandlers.ofString());
${PRINT}`,
    ),
  create: (baseUrl) => program(baseUrl, `${post('response', '/api/v1/tasks', TASK)}\n${PRINT}`),
  login: (baseUrl) =>
    program(
      baseUrl,
      `${post('login', '/api/v2/auth/login', ACCOUNT)}
var token = login.body().replaceAll(".*\\"token\\":\\"([^\\"]+)\\".*", "$1");

var response = client.send(
    HttpRequest.newBuilder(URI.create(board + "/api/v2/auth/me"))
        .header("Authorization", "Bearer " + token)
        .build(),
    HttpResponse.BodyHandlers.ofString());
${PRINT}`,
    ),
  check: (baseUrl) =>
    program(
      baseUrl,
      `${post('response', '/api/v1/tasks', TASK)}
if (response.statusCode() != 201) throw new AssertionError(response.body());
if (!response.body().contains("\\"title\\":\\"${TASK.title}\\"")) throw new AssertionError(response.body());
System.out.println("passed");`,
    ),
}
