import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textField } from '../../ui/fields/form-data.ts'
import { toNewShare } from './new-share.ts'

function formWith(fields: Record<string, string>, files: string[] = []): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const file of files) form.append('file', file)
  return form
}

test('reads recipients separated in any way', () => {
  const form = formWith({
    recipients: 'a@x.example, b@x.example;\nc@x.example',
    mailLanguage: 'de',
    mayDownload: 'on',
  })
  const share = toNewShare({ kind: 'delivery', id: 'w1' }, form, textField)
  assert.deepEqual(
    [
      share.recipients?.map(({ email }) => email),
      share.mailLanguage,
      share.subject,
      share.mayDownload,
    ],
    [['a@x.example', 'b@x.example', 'c@x.example'], 'de', 'w1', true],
  )
})

test('shares the chosen files, and makes an open link without recipients', () => {
  const files = ['f1', 'f2', 'f3'].map((_id) => ({ _id, name: _id }))
  const share = toNewShare({ kind: 'files', files }, formWith({}, ['f1', 'f3']), textField)
  assert.deepEqual(
    [share.files, share.recipients, share.mayDownload],
    [['f1', 'f3'], undefined, false],
  )
})

test('lasts until the end of the chosen day', () => {
  const form = formWith({ expires: '2026-12-24' })
  const { expires } = toNewShare({ kind: 'preview', id: 'p1' }, form, textField)
  assert.equal(expires, Math.floor(new Date(2026, 11, 24, 23, 59, 59).getTime() / 1000))
})
