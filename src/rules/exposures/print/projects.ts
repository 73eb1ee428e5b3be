/** The files of the projects that run printed tests. */

/** Returns the project file of Maven. */
function pomOf(dependencies: readonly Record<'group' | 'artifact' | 'version', string>[]): string {
  const listed = dependencies.map(
    ({ group, artifact, version }) => `    <dependency>
      <groupId>${group}</groupId>
      <artifactId>${artifact}</artifactId>
      <version>${version}</version>
      <scope>test</scope>
    </dependency>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>suite</groupId>
  <artifactId>suite</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
${listed.join('\n')}
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.14.1</version>
      </plugin>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.5.4</version>
      </plugin>
    </plugins>
  </build>
</project>
`
}

const JUNIT = { group: 'org.junit.jupiter', artifact: 'junit-jupiter', version: '5.13.4' }

export const REST_ASSURED = {
  'pom.xml': pomOf([{ group: 'io.rest-assured', artifact: 'rest-assured', version: '5.5.6' }, JUNIT]),
}

/** Runs all collections with the base URL and the accounts of the environment, and writes reports of JUnit. */
const NEWMAN = `import { readdirSync } from 'node:fs'
import newman from 'newman'

const { API_URL, ADMIN_USERNAME, ADMIN_PASSWORD, USER_USERNAME, USER_PASSWORD } = process.env
const variables = {
  baseUrl: API_URL,
  adminUsername: ADMIN_USERNAME,
  adminPassword: ADMIN_PASSWORD,
  userUsername: USER_USERNAME,
  userPassword: USER_PASSWORD,
}
const envVar = Object.entries(variables).flatMap(([key, value]) => (value ? { key, value } : []))

for (const file of readdirSync('.').filter((name) => name.endsWith('.postman_collection.json'))) {
  const reporter = { junit: { export: \`newman/\${file.replace('.postman_collection.json', '')}.xml\` } }
  await new Promise((resolve) => {
    newman.run({ collection: \`./\${file}\`, envVar, reporters: ['cli', 'junit'], reporter }, (error, summary) => {
      if (error || summary.run.failures.length > 0) process.exitCode = 1
      resolve()
    })
  })
}
`

export const POSTMAN = {
  'package.json': manifestOf({ devDependencies: { newman: '^6.2.1' } }),
  'run.mjs': NEWMAN,
}

export const BRUNO = {
  'package.json': manifestOf({ devDependencies: { '@usebruno/cli': '^4.1.0' } }),
  'bruno.json': `${JSON.stringify({ version: '1', name: 'suite', type: 'collection' }, null, 2)}\n`,
}

/** Runs all features. */
const KARATE_RUNNER = `import static org.junit.jupiter.api.Assertions.assertEquals;
import com.intuit.karate.Runner;
import org.junit.jupiter.api.Test;

class SuiteTest {
    @Test
    void features() {
        var results = Runner.path("src/test/resources").outputJunitXml(true).parallel(4);
        assertEquals(0, results.getFailCount(), results.getErrorMessages());
    }
}
`

export const KARATE = {
  'pom.xml': pomOf([{ group: 'io.karatelabs', artifact: 'karate-junit5', version: '1.5.1' }]),
  'src/test/java/SuiteTest.java': KARATE_RUNNER,
  'src/test/resources/logback-test.xml': '<configuration>\n  <root level="ERROR" />\n</configuration>\n',
}

export const HURL = {
  'run.sh': `#!/bin/sh
# Runs each test with the command in its comment.
status=0
for file in *.hurl; do
  sh -c "$(sed -n 's/^# \\(hurl .*\\)/\\1/p' "$file") $file" || status=1
done
exit $status
`,
}

/** Returns the manifest of a project of npm. */
export function manifestOf(fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ private: true, ...fields }, null, 2)}\n`
}
