// docs/reference/configuration.md
import { GROUPS, SETTINGS, type Setting } from '../../../api/src/config/settings.ts'
import { code, page, table } from './markdown.ts'

export function configurationPage(): string {
  const settings = Object.entries<Setting>(SETTINGS)
  return page(
    '# Configuration',
    'Every setting comes from the environment, is read once at the start, and is optional. A value that cannot be meant stops the start with a sentence that names it; an empty one counts as none.',
    ...GROUPS.flatMap((group) => [
      `## ${group}`,
      table(
        ['Setting', 'Where it is not set', ''],
        settings
          .filter(([, setting]) => setting.group === group)
          .map(([name, setting]) => [
            code(name),
            setting.defaultText ?? code(setting.default!),
            `${setting.description}${boundsOf(setting)}`,
          ]),
      ),
    ]),
    '## Addresses beside the API',
    table(
      ['Address', 'Answers'],
      [
        [code('/healthz'), 'that the process lives, without touching anything'],
        [code('/readyz'), 'that it can serve: 503 while the database is away or the service stops'],
        [
          code('/metrics'),
          'figures for Prometheus, to this machine or with `METRICS_TOKEN`; `reelay_objects_rotten` above 0 means that stored files are damaged',
        ],
        [`${code('/docs')}, ${code('/openapi.json')}`, 'the API, to try out and for programs'],
        [code('/docs/guide'), 'these pages'],
      ],
    ),
    'SIGTERM answers what is open, then stops.',
  )
}

function boundsOf({ min, max, values }: Setting): string {
  if (values) return ` One of ${values.map(code).join(', ')}.`
  return min === undefined ? '' : ` From ${min} to ${max!.toLocaleString('en')}.`
}
