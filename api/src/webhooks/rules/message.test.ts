import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '../../events/contract.ts'
import { messageOf } from './message.ts'

const event = {
  _id: 'e1',
  type: 'wco',
  from: { _id: 'u', name: 'Ada <script>', emailNormal: 'ada@example.com', $links: { self: '' } },
  assets: [{ _id: 'a1', name: 'Salt & [Almanac](http://evil.example) |x' }],
  projects: [{ _id: 'p', name: 'The Salt Almanac', slug: 'the-salt-almanac' }],
  workRequest: { language: 'deu', territory: 'DE', status: 'awaiting-materials' },
  urls: { view: 'https://app.example/workrequests/w1' },
} as unknown as Event

test('Slack gets the title as a link, and film, language, territory and status', () => {
  const { text, blocks } = messageOf('slack', event, 'https://app.example') as {
    text: string
    blocks: { text: { text: string } }[]
  }
  assert.equal(
    text,
    'Ada &lt;script&gt; completed a work request · Salt &amp; [Almanac](http://evil.example) ¦x · The Salt Almanac · German · Germany · awaiting materials',
  )
  assert.deepEqual(blocks[0]!.text.text.split('\n'), [
    '*<https://app.example/workrequests/w1|Ada &lt;script&gt; completed a work request>*',
    'Film: Salt &amp; [Almanac](http://evil.example) ¦x',
    'Project: The Salt Almanac',
    'Language: German',
    'Territory: Germany',
    'Status: awaiting materials',
  ])
})

test('Teams gets an Adaptive Card without links from names', () => {
  const { type, attachments } = messageOf('teams', event, 'https://app.example') as {
    type: string
    attachments: { contentType: string; content: Record<string, unknown> }[]
  }
  const [{ contentType, content }] = attachments as [(typeof attachments)[0]]
  assert.deepEqual(
    [type, contentType, content.type, content.version],
    ['message', 'application/vnd.microsoft.card.adaptive', 'AdaptiveCard', '1.4'],
  )
  assert.deepEqual(content.body, [
    {
      type: 'TextBlock',
      text: 'Ada <script> completed a work request',
      weight: 'Bolder',
      wrap: true,
    },
    {
      type: 'FactSet',
      facts: [
        { title: 'Film', value: String.raw`Salt & \[Almanac\]\(http://evil.example\) |x` },
        { title: 'Project', value: 'The Salt Almanac' },
        { title: 'Language', value: 'German' },
        { title: 'Territory', value: 'Germany' },
        { title: 'Status', value: 'awaiting materials' },
      ],
    },
  ])
  assert.deepEqual(content.actions, [
    {
      type: 'Action.OpenUrl',
      title: 'Open in Reelay',
      url: 'https://app.example/workrequests/w1',
    },
  ])
})

test('a ping says that the channel works, and an event without a request links to its film', () => {
  const ping = JSON.stringify(messageOf('slack', null, 'https://app.example'))
  assert.match(ping, /Reelay can send messages to this channel/)
  const { workRequest: _request, urls: _urls, ...file } = event
  const message = JSON.stringify(messageOf('teams', file, 'https://app.example'))
  assert.match(message, /https:\/\/app\.example\/assets\/a1/)
  assert.ok(!/Language|Territory|undefined/.test(message))
})

test('a territory without an English name keeps its code, and nobody is mentioned', () => {
  const latin = {
    ...event,
    from: { ...event.from, name: '@channel *bold*' },
    workRequest: { ...event.workRequest!, territory: 'LAT', language: 'spa' },
  } as Event
  const { text } = messageOf('slack', latin, '') as { text: string }
  assert.match(text, /^\u200b@channel \u200b\*bold\* completed .* · Spanish · LAT · /)
})
