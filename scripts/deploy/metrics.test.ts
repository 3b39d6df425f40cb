// The dashboard and the alerts use metrics that the service reports.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { metricsRoutes } from '../../api/src/operations/metrics/routes.ts'
import { localStorage } from '../../api/src/kernel/storage/local.ts'
import { OWN_SERVICE, loadFixtures } from '../../api/test/fixtures.ts'

type Alerts = { groups: { rules: { alert: string; expr: string }[] }[] }
type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[] }

const expressions = [
  ...(parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as Alerts).groups.flatMap(
    ({ rules }) => rules.map(({ alert, expr }) => ({ name: alert, expr })),
  ),
  ...(JSON.parse(readFileSync('deploy/grafana/reelay.json', 'utf8')) as Dashboard).panels.flatMap(
    ({ title, targets = [] }) => targets.map(({ expr }) => ({ name: title, expr })),
  ),
]

/** Grafana replaces its variables before Prometheus sees the expression. */
const withoutVariables = (expr: string) =>
  expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'reelay')

/** The names of the metrics in a PromQL expression. Throws if it is not valid. */
function metricsIn(expr: string): string[] {
  const names: string[] = []
  parser
    .configure({ strict: true })
    .parse(expr)
    .iterate({
      enter: ({ name, from, to }) => {
        if (name === 'VectorSelector') names.push(/^\w+/.exec(expr.slice(from, to))![0])
      },
    })
  return names
}

test('finds the metrics of an expression, and rejects an invalid one', () => {
  assert.deepEqual(metricsIn('max by (kind) (a_b{state="x"}) / rate(c[5m])'), ['a_b', 'c'])
  assert.throws(() => metricsIn('max by (kind (a)'))
})

test('alerts and dashboard use only metrics that the service reports', async (t) => {
  const { app } = await loadFixtures(t, OWN_SERVICE)
  metricsRoutes(app, localStorage(app.config.dataDir))
  const { body } = await app.fastify.inject({ url: '/metrics' })
  const reported = new Set(
    [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  )
  const unknown = expressions.flatMap(({ name, expr }) =>
    metricsIn(withoutVariables(expr))
      // Prometheus itself adds it.
      .filter((metric) => metric !== 'up' && !reported.has(metric))
      .map((metric) => `${name}: ${metric}`),
  )
  assert.deepEqual(unknown, [])
})
