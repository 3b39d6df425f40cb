import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deliveryMail } from './delivery-mail.ts'
import { emptyRecipients, recipientsOf } from './recipients.ts'

const ID = 'a'.repeat(24)
const order = (
  recipients: Record<string, unknown[]>,
  items: string[] = ['Online'],
  dcp: string[] = [],
) =>
  ({
    recipients: { ...emptyRecipients(), ...recipients },
    uses: { items, details: {} },
    dcp: { items: dcp, details: [] },
  }) as unknown as Parameters<typeof recipientsOf>[0]
const ORDER = {
  project: 'Great Cat',
  asset: 'Trailer',
  territory: 'DE',
  language: 'deu',
  mailLanguage: 'en' as const,
  url: 'https://app.example/s/[code]',
}

test('delivers to email addresses, people and objects that contain one', () => {
  assert.deepEqual(
    recipientsOf(
      order({
        Online: [
          'Bo@Example.com',
          { email: 'cy@example.com', name: 'Cy' },
          ID,
          { _id: ID, email: 'x@example.com' },
        ],
      }),
    ),
    [
      { use: 'Online', email: 'bo@example.com' },
      { use: 'Online', email: 'cy@example.com' },
      { use: 'Online', person: ID },
      { use: 'Online', person: ID },
    ],
  )
})

test('delivers only to recipients of ordered uses', () => {
  const named = {
    Broadcast: ['b@example.com'],
    Cmyk: ['c@example.com'],
    '2D Flat': ['d@example.com'],
  }
  assert.deepEqual(recipientsOf(order(named)), [])
  assert.deepEqual(
    recipientsOf(order(named, ['Print'], ['2D Flat'])).map(({ use }) => use),
    ['Cmyk', '2D Flat'],
  )
})

test('ignores other recipient values', () => {
  fc.assert(
    fc.property(fc.array(fc.anything()), (things) => {
      for (const recipient of recipientsOf(order({ Online: things })))
        assert.ok('person' in recipient || /^[^\s@]+@[^\s@]+$/.test(recipient.email))
    }),
  )
  assert.deepEqual(
    recipientsOf(
      order({
        Online: [
          'Bo',
          'a@b',
          'two@example.com, three@example.com',
          7,
          null,
          {},
          { email: 3 },
          'Bo <bo@example.com>',
        ],
      }),
    ),
    [],
  )
})

test('names the files and has the share link', () => {
  const { subject, text } = deliveryMail(ORDER, [
    { use: 'Online', names: ['a.mp4', 'b.mp4'], embargoed: false },
  ])
  assert.equal(subject, 'Great Cat · Trailer · deu · DE is ready for Online')
  for (const expected of ['Great Cat · Trailer', '  a.mp4', '  b.mp4', ORDER.url])
    assert.ok(text.includes(expected), expected)
})

test('names nothing that is under embargo', () => {
  const { subject, text } = deliveryMail(ORDER, [
    { use: 'Online', names: ['GreatCat.mp4'], embargoed: true },
  ])
  for (const expected of ['Cat', 'Trailer', '.mp4'])
    assert.ok(!`${subject} ${text}`.includes(expected), expected)
  assert.ok(text.includes(ORDER.url))
})
