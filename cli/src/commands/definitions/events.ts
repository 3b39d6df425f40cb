import {
  JSON_FLAG,
  withClient,
  type CommandDefinition,
  type FlagDefinition,
} from '../definition.ts'
import { flags } from './flags.ts'

const ID = '6918a2f0c3d4e5f60718293a'
const { event } = flags.values
const TYPE: FlagDefinition = ['--type <type...>', 'only these event types, comma-separated']
const SINCE: FlagDefinition = [
  '--since <event>',
  'start after this event, as far back as the service remembers',
]
const JSON_LINES: FlagDefinition = ['--json', 'print one JSON object per line']
const FORWARD_TO: FlagDefinition = [
  '--forward-to <url>',
  'URL of your receiver, such as http://localhost:3000/hook',
]
const SECRET: FlagDefinition = [
  '--secret-file <file>',
  'file with the signing secret (default: REELAY_WEBHOOK_SECRET, or a new secret, which is printed)',
]
const FORMER_FLAGS = { '--kind': '--type', '--forward': '--forward-to' }
const TYPES = `Event types:\n${Object.entries(event)
  .map(([type, action]) => `  ${type.padEnd(4)} somebody ${action}`)
  .join('\n')}`
const STOPPING = 'It reconnects automatically. Press Ctrl-C to stop; the exit code is then 0.'

/** A command of `webhooks`. */
export const listenCommand: CommandDefinition = {
  name: 'listen',
  description: 'Forward events to a local URL, signed like webhook deliveries',
  flags: [FORWARD_TO, TYPE, SINCE, SECRET, JSON_LINES],
  formerFlags: FORMER_FLAGS,
  examples: [
    'webhooks listen --forward-to http://localhost:3000/hook',
    'webhooks listen --forward-to localhost:3000/hook --type wco --secret-file secret.txt',
  ],
  notes: [
    'Each event is sent once; a real webhook retries.',
    'You receive the events that you can see. A real webhook sends what its creator can see, and nothing under embargo.',
    'docs/webhooks.md shows how to check signatures.',
    STOPPING,
  ].join('\n'),
  run: withClient(async () => (await import('../events/webhook-listen.ts')).webhookListen),
}

export const eventCommands: CommandDefinition[] = [
  {
    name: 'watch',
    description: 'Show events that concern you as they happen',
    flags: [TYPE, SINCE, JSON_LINES],
    formerFlags: FORMER_FLAGS,
    examples: ['watch', 'watch --type wsu,wrj', 'watch --json | jq -r .workRequest._id'],
    notes: `${TYPES}\n\n${STOPPING}`,
    run: withClient(async () => (await import('../events/watch.ts')).watch),
  },
  {
    name: 'trigger',
    description: 'Send a past event or a ping once more',
    args: [['<event>', 'ping, an event type (its latest event), or the id of an event']],
    flags: [
      FORWARD_TO,
      SECRET,
      ['--webhook <id>', 'redeliver through this webhook instead of a local URL'],
      JSON_FLAG,
    ],
    formerFlags: FORMER_FLAGS,
    examples: [
      'trigger ping --forward-to http://localhost:3000/hook',
      'trigger wco --forward-to http://localhost:3000/hook',
      `trigger ping --webhook ${ID}`,
      `trigger wco --webhook ${ID}`,
    ],
    notes: `No record changes: only the delivery is repeated.\n\n${TYPES}`,
    run: withClient(async () => (await import('../events/trigger.ts')).trigger),
  },
]
