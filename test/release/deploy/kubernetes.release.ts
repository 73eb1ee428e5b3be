import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseAllDocuments } from 'yaml'
import type { Json } from '../../kit/helper.js'

const ROOT = join(import.meta.dirname, '../../..')
/** It has the schemas of Kubernetes 1.37. */
const VALIDATOR = 'kubernetes-validate==1.37.0'

const output = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' })

t.test('the resources in deploy/kubernetes are valid', async (t) => {
  const folder = t.testdir()
  output('python3', '-m', 'venv', folder)
  output(`${folder}/bin/pip`, 'install', '--quiet', VALIDATOR)
  for (const name of ['base', 'cells']) {
    const text = output('kubectl', 'kustomize', `deploy/kubernetes/${name}`)
    writeFileSync(`${folder}/${name}.yaml`, text)
    const result = output(`${folder}/bin/kubernetes-validate`, '--strict', `${folder}/${name}.yaml`)
    const resources: Json[] = parseAllDocuments(text).map((document) => document.toJS())
    t.equal(result.match(/ passed for resource /g)?.length, resources.length, name)

    const named = (kind: string) => resources.filter((each) => each.kind === kind)
    const services = named('Service').map(({ metadata }) => metadata.name)
    for (const { spec } of named('Ingress')) {
      t.ok(services.includes(spec.rules[0].http.paths[0].backend.service.name))
      t.strictSame(spec.tls[0].hosts, [spec.rules[0].host])
    }
    for (const { spec } of named('Deployment')) {
      t.equal(spec.replicas, 1)
      t.match(spec.template.spec.containers[0].securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const { startupProbe: probe } = spec.template.spec.containers[0]
      if (probe) t.ok(probe.failureThreshold * probe.periodSeconds >= 3600, 'a long migration may finish')
    }
    const cells = named('ConfigMap').filter(({ data }) => data.PUBLIC_URL !== undefined)
    t.equal(new Set(cells.map(({ data }) => data.DATABASE_URL)).size, cells.length, 'each cell has its database')
  }
})
