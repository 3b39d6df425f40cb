// Checks the files for operators with the schemas and linters of their tools. None of them runs here.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Namespace, Service } from 'kubernetes-models/v1'
import { parse, parseAllDocuments } from 'yaml'
import { SETTINGS } from '../../api/src/config/settings.ts'

const read = (path: string) => readFileSync(path, 'utf8')

test('the Dockerfile has no finding', () => {
  assert.deepEqual(validate(read('Dockerfile')), [])
})

/** Rules of style that our formatter decides, or that do not fit. */
const IGNORED_RULES = [
  'no-quotes-in-volumes',
  'no-version-field',
  'require-project-name-field',
  'require-quotes-in-ports',
  'service-dependencies-alphabetical-order',
  'service-keys-order',
  'services-alphabetical-order',
  'service-ports-alphabetical-order',
  'top-level-properties-order',
  // The image is built from these sources, and has a name so that both files share it.
  'no-build-and-image',
  'service-image-require-explicit-tag',
]

/** The types of the linter refer to files that its package does not contain. */
type LintedFile = {
  filePath: string
  messages: { rule: string; message: string; line: number }[]
}

test('the Compose files follow the schema of Compose and the rules of dclint', () => {
  const linter = new DCLinter({
    rules: Object.fromEntries(IGNORED_RULES.map((rule) => [rule, 0])),
    quiet: false,
    debug: false,
    exclude: [],
  })
  const files = linter.lintFiles(['compose.yaml', 'compose.cluster.yaml'], false) as LintedFile[]
  const findings = files.flatMap(({ filePath, messages }) =>
    messages.map(({ rule, message, line }) => `${filePath}:${line} ${rule}: ${message}`),
  )
  assert.deepEqual(findings, [])
})

type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec?: {
    template?: {
      spec: { containers: { env?: { name: string }[] }[] }
    }
  }
}

const KINDS = { Deployment, Ingress, PodDisruptionBudget, Namespace, Service } as Record<
  string,
  new (resource: unknown) => { validate: () => void }
>
/** Its operator has the schema. */
const WITHOUT_SCHEMA = ['Cluster']

const manifests = globSync('deploy/kubernetes/*.yaml').filter(
  (path) => basename(path) !== 'kustomization.yaml',
)
const resources = manifests.flatMap((path) =>
  parseAllDocuments(read(path)).map((document) => document.toJS() as Resource),
)

test('the manifests follow the schemas of Kubernetes', () => {
  for (const resource of resources) {
    if (WITHOUT_SCHEMA.includes(resource.kind)) continue
    const Kind = KINDS[resource.kind]
    assert.ok(Kind, `no schema for ${resource.kind}`)
    assert.doesNotThrow(() => new Kind(resource).validate(), resource.metadata.name)
  }
})

type Kustomization = {
  resources: string[]
  configMapGenerator: { literals: string[] }[]
}

test('the kustomization names every manifest and only known settings', () => {
  const { resources: named, configMapGenerator } = parse(
    read('deploy/kubernetes/kustomization.yaml'),
  ) as Kustomization
  assert.deepEqual(
    named.toSorted(),
    manifests.map((path) => basename(path)),
  )
  const settings = [
    ...configMapGenerator.flatMap(({ literals }) => literals.map((line) => line.split('=')[0]!)),
    ...resources.flatMap(
      ({ spec }) =>
        spec?.template?.spec.containers.flatMap(({ env }) => env ?? []).map(({ name }) => name) ??
        [],
    ),
  ]
  assert.deepEqual(
    settings.filter((name) => !(name in SETTINGS)),
    [],
  )
})

test('the Compose files set only known settings', () => {
  const { 'x-environment': environment } = parse(read('compose.cluster.yaml'), {
    merge: true,
  }) as { 'x-environment': Record<string, string> }
  assert.deepEqual(
    Object.keys(environment).filter((name) => !(name in SETTINGS)),
    [],
  )
})
