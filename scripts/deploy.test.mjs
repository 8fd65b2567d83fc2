import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { root } from './root.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
const variables = [...read('apps/server/src/kernel/env.ts').matchAll(/^ {2}([A-Z_]+): z/gm)].map(([, name]) => name)

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true })
  const nodes = [services.node, services['second-node']]

  test('publishes Caddy alone', () => {
    const published = Object.keys(services).filter((name) => services[name].ports)
    expect(published).toEqual(['caddy'])
    expect(services.caddy.ports).toEqual(['80:80', '443:443', '443:443/udp'])
  })

  test('asks for what a site needs, and gives nodes all that stands in .env', () => {
    for (const { environment, env_file: file } of nodes) {
      expect(file).toBe('.env')
      for (const name of ['PUBLIC_URL', 'SECRET_KEY']) expect(environment[name]).toMatch(/^\$[{]\w+:[?]/)
      expect(environment['DATABASE_URL']).toContain('${POSTGRES_PASSWORD:?')
      expect(environment['TRUST_PROXY'], 'one proxy stands in front').toBe('1')
      expect(Object.keys(environment).filter((name) => !variables.includes(name))).toEqual([])
    }
    expect(read('compose.yaml')).not.toMatch(/:-/)
  })

  test('keeps the log of no service for ever', () => {
    for (const { logging } of Object.values(services))
      expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } })
  })

  test('lets nodes write to their volumes only', () => {
    for (const node of nodes) {
      expect(node).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(node.volumes).toContain('uploads:/data/uploads')
    }
    expect(new Set(nodes.map((node) => node.volumes[0])).size, 'each has a folder of its own').toBe(2)
    const named = Object.values(services).flatMap((service) => service.volumes.map((volume) => volume.split(':')[0]))
    expect(new Set(named.filter((name) => !name.startsWith('.')))).toEqual(new Set(Object.keys(volumes)))
  })

  test('has a Caddyfile that names its nodes', () => {
    const [, upstreams = ''] = /reverse_proxy (.+) [{]/.exec(read('deploy/Caddyfile')) ?? []
    expect(upstreams.split(' ')).toEqual(['node:3000', 'second-node:3000'])
    expect(services.caddy.volumes[0]).toContain('./deploy/Caddyfile:')
    expect(read('deploy/Caddyfile')).toMatch(/^[{][$]PUBLIC_URL[}] [{]$/m)
  })
})

describe('the manifests for Kubernetes', () => {
  const folder = join(root, 'deploy/kubernetes')
  const documents = readdirSync(folder).flatMap((name) =>
    parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((one) => {
      expect(one.errors, name).toEqual([])
      return one.toJS()
    }),
  )
  const kind = (name) => documents.find((one) => one.kind === name)

  test('fit each other', () => {
    const deployment = kind('Deployment').spec.template
    const [container] = deployment.spec.containers
    for (const name of ['Service', 'PodDisruptionBudget']) {
      const { selector } = kind(name).spec
      expect(selector.matchLabels ?? selector).toEqual(deployment.metadata.labels)
    }
    const [secret] = container.env.filter(({ name }) => name === 'DATABASE_URL')
    expect(secret.valueFrom.secretKeyRef).toEqual({ name: `${kind('Cluster').metadata.name}-app`, key: 'uri' })
    expect(kind('Service').spec.ports[0].targetPort).toBe(container.ports[0].name)
    const [rule] = kind('Ingress').spec.rules
    expect(rule.http.paths[0].backend.service.name).toBe(kind('Service').metadata.name)
    expect(kind('Kustomization').resources.toSorted()).toEqual(['database.yaml', 'nodes.yaml'])
  })

  test('let nodes do nothing but serve, and take one away after another', () => {
    const { spec } = kind('Deployment')
    expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
    expect(spec.template.spec.securityContext.runAsNonRoot).toBe(true)
    expect(spec.template.spec.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })
})

test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)(
  'systemd finds nothing wrong with the unit',
  () => {
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', join(root, 'deploy/runnel.service')])
    // This machine need not have the program or the user that the unit names.
    const said = String(stderr).split('\n')
    expect(
      said.filter((line) => line && !/not executable|No such file|Failed to (connect|get|create)/.test(line)),
    ).toEqual([])
    expect(status === 0 || said.length > 1).toBe(true)
  },
)

test('the image holds the released file and nothing else of the folder', () => {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  expect(lines).toEqual(['*', '!release/runnel-*.tar.gz'])
  const dockerfile = read('Dockerfile')
  expect(dockerfile.match(/^COPY (?!--from)(.+) \S+$/gm)).toEqual(['COPY release/runnel-*-linux-*.tar.gz /tmp/'])
  expect(dockerfile).toMatch(/^USER node$/m)
  const { HOST, DATA_DIR } = parseEnv(/^ENV ((?:.|\\\n)+)$/m.exec(dockerfile)[1].replaceAll(/\s+\\?\s*/g, '\n'))
  expect({ HOST, DATA_DIR }).toEqual({ HOST: '0.0.0.0', DATA_DIR: '/data' })
})
