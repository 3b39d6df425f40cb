// docs/reference/configuration.md
import { GROUPS, SETTINGS, type Setting } from '../../../api/src/kernel/settings.ts'
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
          .filter(([, { of }]) => of === group)
          .map(([name, setting]) => [
            code(name),
            setting.without ?? code(setting.otherwise!),
            `${setting.says}${boundsOf(setting)}`,
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

function boundsOf({ from, to, one }: Setting): string {
  if (one) return ` One of ${one.map(code).join(', ')}.`
  return from === undefined ? '' : ` From ${from} to ${to!.toLocaleString('en')}.`
}
