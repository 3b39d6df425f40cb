// docs/reference/events.md
import { EVENT_TYPES } from '../../../api/src/events/contract.ts'
import { preferenceFor } from '../../../api/src/notifications/rules/mail-frequency.ts'
import { titleOf } from '../../../api/src/notifications/rules/present.ts'
import { code, page, table } from './markdown.ts'

type EventType = (typeof EVENT_TYPES)[number]
type Telling = { when: string; told: Record<string, string>; hears: keyof typeof AUDIENCES }

const AUDIENCES = {
  order:
    'the owner of the order, its translators, the vendors of the studio, whom the asset’s phase names, and the studio’s people who took part',
  'order and recipients': 'the same, and the recipients of the delivery who have an account',
  'order and talk':
    'the people of the order, everybody who spoke there before, and who is named with @',
  asset: 'the holders of open orders of the asset, and whom its phase names',
  nobody: 'nobody by notification; it stands in the list of events and goes to webhooks',
  managers: 'the managers of the studio',
}

const MOVED = { status: 'the new status', reason: 'what was said with it' }
const SPOKEN = { language: 'of the translation', reason: 'what was said with it' }
export const TELLINGS: Record<EventType, Telling> = {
  wsu: { when: 'an order is handed in', told: MOVED, hears: 'order' },
  wam: { when: 'an order waits for materials', told: MOVED, hears: 'order' },
  wip: { when: 'work on an order begins, or begins again', told: MOVED, hears: 'order' },
  wrv: { when: 'an order is ready for review', told: MOVED, hears: 'order' },
  wap: { when: 'an order is approved', told: MOVED, hears: 'order' },
  wrj: { when: 'an order is rejected', told: MOVED, hears: 'order' },
  wco: { when: 'an order is complete and delivered', told: MOVED, hears: 'order and recipients' },
  wcx: { when: 'an order is cancelled', told: MOVED, hears: 'order' },
  wcm: {
    when: 'somebody comments on an order',
    told: { comment: 'its id' },
    hears: 'order and talk',
  },
  aph: {
    when: 'an asset moves to another phase',
    told: { from: 'the phase before', to: 'the phase now', reason: 'what was said with it' },
    hears: 'asset',
  },
  fin: { when: 'the bytes of a file are in', told: {}, hears: 'asset' },
  fd: { when: 'somebody takes files', told: {}, hears: 'nobody' },
  prv: { when: 'a preview can be watched', told: { preview: 'its id' }, hears: 'asset' },
  ofl: { when: 'an offline is brought', told: {}, hears: 'order' },
  ofc: {
    when: 'somebody comments on an offline',
    told: { offline: 'its id', comment: 'its id' },
    hears: 'order',
  },
  tsu: { when: 'a translation is handed in', told: SPOKEN, hears: 'order' },
  tap: { when: 'a translation is approved', told: SPOKEN, hears: 'order' },
  trj: { when: 'a translation is rejected', told: SPOKEN, hears: 'order' },
  emb: { when: 'an embargo ends', told: {}, hears: 'asset' },
  dlb: {
    when: 'somebody has taken four fifths of what a person may in ten minutes',
    told: { budget: 'how many that is' },
    hears: 'managers',
  },
}

export function eventsPage(): string {
  return page(
    '# Events',
    'An event is written in the same commit as what it tells of. It is read with `GET /events`, heard as it happens with `GET /events/stream`, sent to [webhooks](../webhooks.md), ' +
      'and becomes notifications and [mail](../run/smtp.md) for those whom it concerns.',
    table(
      ['Type', 'When', 'In `told`', 'Who hears of it', 'Mail setting'],
      EVENT_TYPES.map((type) => {
        const { when, told, hears } = TELLINGS[type]
        return [
          code(type),
          when,
          Object.entries(told)
            .map(([name, says]) => `${code(name)} ${says}`)
            .join(', '),
          hears,
          code(preferenceFor(type)),
        ]
      }),
    ),
    '`told` holds what must stay as it was when it happened; the rest of an event (`workRequest`, `assets`, `projects`, `files`) is as it is when you read it. `workRequest` has the status of then.',
    '## Who hears',
    table(
      ['', ''],
      Object.entries(AUDIENCES).map(([name, says]) => [name, says]),
    ),
    'Never the one who did it, and only who may see what it speaks of: sight is asked when the event happens, when it is read, and again before a mail or a webhook leaves. Who muted a project (`preferences.blacklist`) gets no notification of it.',
    '## What is said',
    'The title of a notification is one line of plain text that names nobody’s film:',
    table(
      ['Type', 'Title'],
      EVENT_TYPES.map((type) => [code(type), titleOf(type, 'Ada')]),
    ),
    '## Webhooks',
    'A webhook names the types it wants, or none for all; `ping` comes only when you ask for it. It gets `{ id, type, created, event }`, signed: [receiving webhooks](../webhooks.md).',
  )
}
