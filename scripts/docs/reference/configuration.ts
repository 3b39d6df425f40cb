// docs/reference/configuration.md
import { GROUPS, SETTINGS, type Setting } from '../../../api/src/config/settings.ts'
import { code, page, table } from './markdown.ts'

const OTHER_PATHS = [
  [code('/healthz'), 'the process is running; checks nothing else'],
  [code('/readyz'), 'the service is ready; 503 while the database is away or the service stops'],
  [
    code('/metrics'),
    'metrics for Prometheus, for this machine or with `METRICS_TOKEN`; `reelay_objects_rotten` above 0 means that stored files are damaged',
  ],
  [`${code('/docs')}, ${code('/openapi.json')}`, 'the API reference and the OpenAPI document'],
  [code('/docs/guide'), 'this documentation'],
]

export function configurationPage(): string {
  const settings = Object.entries<Setting>(SETTINGS)
  return page(
    '# Configuration',
    'All settings are environment variables. They are optional and read once, at the start. ' +
      'An invalid value stops the start with an error message; an empty value counts as not set.',
    ...GROUPS.flatMap((group) => [
      `## ${group}`,
      table(
        ['Setting', 'Default', 'Description'],
        settings
          .filter(([, setting]) => setting.group === group)
          .map(([name, setting]) => [
            code(name),
            setting.defaultText ?? code(setting.default!),
            `${setting.description}${boundsOf(setting)}`,
          ]),
      ),
    ]),
    '## Paths besides the API',
    table(['Path', 'Response'], OTHER_PATHS),
    'On SIGTERM the service finishes open requests and stops.',
  )
}

function boundsOf({ min, max, values }: Setting): string {
  if (values) return ` One of ${values.map(code).join(', ')}.`
  return min === undefined ? '' : ` From ${min} to ${max!.toLocaleString('en')}.`
}
