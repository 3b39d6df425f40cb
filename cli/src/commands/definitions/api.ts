import { JSON_FLAG, withClient, type CommandDefinition } from '../definition.ts'

const ID = '6918a2f0c3d4e5f60718293a'

export const apiCommands: CommandDefinition[] = [
  {
    name: 'wait',
    description: 'Wait until a record has a value',
    args: [
      [
        '<record>',
        'id of a work request, file, translation, offline or preview, or id or slug of an asset',
      ],
    ],
    flags: [
      [
        '--for <field=value...>',
        'what to wait for, such as status=complete; several values with commas; repeatable',
      ],
      ['--timeout <time>', 'give up after this time, such as 90s, 10m or 2h (default: 10m)'],
      JSON_FLAG,
    ],
    examples: [
      `wait ${ID} --for status=complete`,
      `wait ${ID} --for status=approved,rejected --timeout 2h`,
      'wait almanac-season-trailer --for workflow.phase=LOCK',
      `wait ${ID} --for translation.status=approved --json`,
    ],
    notes: [
      'Returns as soon as all conditions hold, also if they hold already. After the timeout, the exit code is 124.',
      'It listens to events, and it also asks again from time to time, because not every change is an event.',
    ].join('\n'),
    run: withClient(async () => (await import('../wait.ts')).wait),
  },
  {
    name: 'api',
    description: 'Send any request to the API and print the response',
    args: [
      ['<method>', 'HTTP method', ['GET', 'POST', 'PUT', 'DELETE']],
      ['<path>', 'path with its query, such as /workrequests?status=complete'],
    ],
    flags: [
      ['--set <field=value...>', 'set a field of the JSON body; repeatable'],
      [
        '--body <file>',
        'read the body from a file, or from stdin with -; JSON unless --header names a Content-Type',
      ],
      ['--header <name:value...>', 'send a header, such as If-Match: "…"; repeatable'],
      ['--paginate', 'read all pages of a list and print one array'],
      ['--include', 'print the status and the headers of the response first'],
    ],
    examples: [
      'api GET /assets?order=name',
      'api GET /workrequests?status=complete --paginate',
      `api POST /workrequests/${ID}/comments --set "text=Please keep the title."`,
      `api PUT /scripts/${ID} --body script.json --include`,
      `api GET /workrequests/${ID} --include`,
    ],
    notes: [
      'GET /docs of the service lists every endpoint. A value of --set is JSON, or text if it is not valid JSON.',
      'If the service rejects the request, its problem document is printed, and the exit code says why.',
    ].join('\n'),
    run: withClient(async () => (await import('../api.ts')).api),
  },
]
