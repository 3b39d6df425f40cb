import { JSON_FLAG, signedIn, type Declared, type Flag } from '../definition.ts'
import { flags } from './flags.ts'

const ID = '6918a2f0c3d4e5f60718293a'
const { event } = flags.values
const KIND: Flag = ['--kind <type...>', 'only these types, with commas']
const SINCE: Flag = [
  '--since <event>',
  'begin after this event, as far back as the service can tell',
]
const LINES: Flag = ['--json', 'one line of JSON for each, for machines']
const FORWARD: Flag = ['--forward <address>', 'where to, such as http://localhost:3000/hook']
const SECRET: Flag = [
  '--secret-file <file>',
  'a file with the secret to sign with; otherwise REELAY_WEBHOOK_SECRET, and without that one is made up and told',
]
const TYPES = `Types of events:\n${Object.entries(event)
  .map(([type, deed]) => `  ${type.padEnd(4)} somebody ${deed}`)
  .join('\n')}`
const LEAVING =
  'It goes on after every cut where it was. Ctrl-C ends it, with exit code 0: there is no other end.'

export const hearingCommands: Declared[] = [
  {
    name: 'watch',
    about: 'Hear what concerns you as it happens',
    flags: [KIND, SINCE, LINES],
    examples: ['watch', 'watch --kind wsu,wrj', 'watch --json | jq -r .workRequest._id'],
    more: `${TYPES}\n\n${LEAVING}`,
    run: signedIn(async () => (await import('../events/watch.ts')).watch),
  },
  {
    name: 'webhook',
    about: 'Try out a receiver of webhooks on this machine',
    examples: ['webhook listen --forward http://localhost:3000/hook'],
    under: [
      {
        name: 'listen',
        about: 'Forward what you hear to an address of this machine, signed as webhooks are',
        flags: [FORWARD, KIND, SINCE, SECRET, LINES],
        examples: [
          'webhook listen --forward http://localhost:3000/hook',
          'webhook listen --forward localhost:3000/hook --kind wco --secret-file secret.txt',
        ],
        more: `Each is sent once: a webhook would try again. It tells what you see, where a webhook tells what its maker sees and nothing behind an embargo. Check signatures as docs/webhooks.md shows.\n${LEAVING}`,
        run: signedIn(async () => (await import('../events/webhook-listen.ts')).listenAndForward),
      },
    ],
  },
  {
    name: 'trigger',
    about: 'Have an event that has happened, or a ping, sent once more',
    words: [['<event>', 'ping, a type of event (its newest is taken), or the id of an event']],
    flags: [
      FORWARD,
      SECRET,
      [
        '--webhook <id>',
        'instead of an address of this machine, the webhook whose delivery to send again',
      ],
      JSON_FLAG,
    ],
    examples: [
      'trigger ping --forward http://localhost:3000/hook',
      'trigger wco --forward http://localhost:3000/hook',
      `trigger ping --webhook ${ID}`,
      `trigger wco --webhook ${ID}`,
    ],
    more: `Nothing happens to a record: only the telling is done again.\n\n${TYPES}`,
    run: signedIn(async () => (await import('../events/trigger.ts')).trigger),
  },
]
